// Types of the part of buffer-layout that layouts.ts uses: the package ships none.

declare module "buffer-layout" {
  export interface Layout {
    readonly span: number;
    readonly property: string | undefined;
  }
  export interface Structure extends Layout {
    readonly fields: readonly Layout[];
    offsetOf(property: string): number | undefined;
  }
  export function u8(property?: string): Layout;
  export function u16(property?: string): Layout;
  export function u32(property?: string): Layout;
  export function s32(property?: string): Layout;
  export function blob(length: number, property?: string): Layout;
  export function struct(fields: readonly Layout[], property?: string): Structure;
}
