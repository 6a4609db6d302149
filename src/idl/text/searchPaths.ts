import type { IncludedFile, IncludeResolver } from "./includes.js";

/**
 * Looks for included files as compilers do: `#include "…"` first beside the file that includes, then, like
 * `#include <…>`, in each folder of `folders` in order. `read` gives the text of a path, undefined when there is no
 * such file. Paths may have slashes of either kind.
 */
export function searchPaths(folders: readonly string[], read: (path: string) => string | undefined): IncludeResolver {
  const tryPath = (path: string): IncludedFile | undefined => {
    const file = normalized(path);
    const text = read(file);
    return text === undefined ? undefined : { file, text };
  };
  return ({ name, isAngled, from }) => {
    if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(name)) return tryPath(name);
    const beside = isAngled ? [] : [folderOf(from)];
    for (const folder of [...beside, ...folders]) {
      const found = tryPath(folder === "" ? name : `${folder}/${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function folderOf(file: string): string {
  return file.replace(/[^/\\]*$/, "").replace(/(?<=.)[/\\]$/, "");
}

/** Without `.` and `..`, so that a file has one name whichever way it was reached: `#pragma once` goes by that. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split(/[/\\]+/)) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    const last = parts.at(-1);
    if (part !== ".." || last === undefined || last === "..") parts.push(part);
    else if (!/^(?:[A-Za-z]:)?$/.test(last)) parts.pop();
  }
  return parts.join("/");
}
