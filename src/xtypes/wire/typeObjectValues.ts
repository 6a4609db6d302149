// XTypes 1.3 Annex B: the shape of TypeObject values. What only complete objects have is optional here; what only
// minimal ones have is `nameHash`. Absent optionals are undefined.

import type { Choice, TypeIdentifier } from "./identifierTypes.js";

/** Selects nothing for a kind of a later version. */
export interface AnnotationParameterValue {
  readonly $discriminator: number;
  readonly member: string | null;
  readonly value: number | bigint | boolean | string | undefined;
}

export interface AppliedAnnotation {
  readonly annotationTypeid: TypeIdentifier;
  readonly paramSeq?:
    | readonly { readonly paramnameHash: Uint8Array; readonly value: AnnotationParameterValue }[]
    | undefined;
}

export interface AppliedVerbatimAnnotation {
  readonly placement: string;
  readonly language: string;
  readonly text: string;
}

export interface AppliedBuiltinMemberAnnotations {
  readonly unit?: string | undefined;
  readonly min?: AnnotationParameterValue | undefined;
  readonly max?: AnnotationParameterValue | undefined;
  readonly hashId?: string | undefined;
}

interface TypeAnnotations {
  readonly annBuiltin?: { readonly verbatim?: AppliedVerbatimAnnotation | undefined } | undefined;
  readonly annCustom?: readonly AppliedAnnotation[] | undefined;
}

export interface MemberAnnotations {
  readonly annBuiltin?: AppliedBuiltinMemberAnnotations | undefined;
  readonly annCustom?: readonly AppliedAnnotation[] | undefined;
}

/** Empty in minimal objects. */
export interface TypeDetail extends TypeAnnotations {
  readonly typeName?: string;
}

/** `name` in complete objects, `nameHash` in minimal ones. */
export interface MemberDetail extends MemberAnnotations {
  readonly name?: string;
  readonly nameHash?: Uint8Array;
}

export interface StructMemberObject {
  readonly common: {
    readonly memberId: number;
    readonly memberFlags: number;
    readonly memberTypeId: TypeIdentifier;
  };
  readonly detail: MemberDetail;
}
export interface StructObject {
  readonly structFlags: number;
  readonly header: { readonly baseType: TypeIdentifier; readonly detail: TypeDetail };
  readonly memberSeq: readonly StructMemberObject[];
}

export interface UnionMemberObject {
  readonly common: {
    readonly memberId: number;
    readonly memberFlags: number;
    readonly typeId: TypeIdentifier;
    readonly labelSeq: ArrayLike<number>;
  };
  readonly detail: MemberDetail;
}
export interface UnionObject {
  readonly unionFlags: number;
  readonly header: { readonly detail: TypeDetail };
  readonly discriminator: {
    readonly common: { readonly memberFlags: number; readonly typeId: TypeIdentifier };
  } & TypeAnnotations;
  readonly memberSeq: readonly UnionMemberObject[];
}

export interface AnnotationParameterObject {
  readonly common: { readonly memberFlags: number; readonly memberTypeId: TypeIdentifier };
  readonly name?: string;
  readonly nameHash?: Uint8Array;
  readonly defaultValue: AnnotationParameterValue;
}
export interface AnnotationObject {
  readonly annotationFlag: number;
  readonly header: { readonly annotationName?: string };
  readonly memberSeq: readonly AnnotationParameterObject[];
}

export interface AliasObject {
  readonly aliasFlags: number;
  readonly header: { readonly detail?: TypeDetail };
  readonly body: {
    readonly common: { readonly relatedFlags: number; readonly relatedType: TypeIdentifier };
  } & MemberAnnotations;
}

export interface CollectionElement {
  readonly common: { readonly elementFlags: number; readonly type: TypeIdentifier };
  readonly detail?: MemberAnnotations;
}
export interface SequenceObject {
  readonly collectionFlag: number;
  readonly header: { readonly common: { readonly bound: number }; readonly detail?: TypeDetail | undefined };
  readonly element: CollectionElement;
}
export interface ArrayObject {
  readonly collectionFlag: number;
  readonly header: { readonly common: { readonly boundSeq: ArrayLike<number> }; readonly detail?: TypeDetail };
  readonly element: CollectionElement;
}
export interface MapObject extends SequenceObject {
  readonly key: CollectionElement;
}

export interface EnumeratedLiteralObject {
  readonly common: { readonly value: number; readonly flags: number };
  readonly detail: MemberDetail;
}
interface EnumeratedHeader {
  readonly common: { readonly bitBound: number };
  readonly detail?: TypeDetail;
}
export interface EnumeratedObject {
  readonly enumFlags: number;
  readonly header: EnumeratedHeader;
  readonly literalSeq: readonly EnumeratedLiteralObject[];
}

export interface BitflagObject {
  readonly common: { readonly position: number; readonly flags: number };
  readonly detail: MemberDetail;
}
export interface BitmaskObject {
  readonly bitmaskFlags: number;
  readonly header: EnumeratedHeader;
  readonly flagSeq: readonly BitflagObject[];
}

export interface BitfieldObject {
  readonly common: {
    readonly position: number;
    readonly flags: number;
    readonly bitcount: number;
    readonly holderType: number;
  };
  readonly detail?: MemberDetail;
  /** In minimal objects. */
  readonly nameHash?: Uint8Array;
}
export interface BitsetObject {
  readonly bitsetFlags: number;
  readonly header: { readonly detail?: TypeDetail };
  readonly fieldSeq: readonly BitfieldObject[];
}

/** One type, without the types it refers to. `extendedType` is a kind of a later version. */
export type ObjectOfKind =
  | Choice<number, "aliasType", AliasObject>
  | Choice<number, "annotationType", AnnotationObject>
  | Choice<number, "structType", StructObject>
  | Choice<number, "unionType", UnionObject>
  | Choice<number, "bitsetType", BitsetObject>
  | Choice<number, "sequenceType", SequenceObject>
  | Choice<number, "arrayType", ArrayObject>
  | Choice<number, "mapType", MapObject>
  | Choice<number, "enumeratedType", EnumeratedObject>
  | Choice<number, "bitmaskType", BitmaskObject>
  | Choice<number, "extendedType" | null, unknown>;

export type TypeObject = Choice<number, "complete" | "minimal", ObjectOfKind>;
