/** An attribute as DynamoDB's protocol has it; binary as base64 there, as bytes where the SDK has read it. */
type Attribute =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string | Uint8Array }
  | { readonly BOOL: boolean }
  | { readonly NULL: boolean }
  | { readonly M: Attributes }
  | { readonly L: readonly Attribute[] }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
export type Attributes = Readonly<Record<string, Attribute>>

/** What a map or a list takes, and what each of its elements does beside itself. */
const NESTING_BYTES = 3
const ELEMENT_BYTES = 1

/** The size of an item as DynamoDB counts it: names and values, keys among them, binary as it is. */
export function itemBytes(item: Attributes): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + attributeBytes(value)))
}

function attributeBytes(value: Attribute): number {
  if ('S' in value) return Buffer.byteLength(value.S)
  if ('N' in value) return numberBytes(value.N)
  if ('B' in value) return typeof value.B === 'string' ? Buffer.byteLength(value.B, 'base64') : value.B.length
  if ('M' in value) return NESTING_BYTES + itemBytes(value.M) + ELEMENT_BYTES * Object.keys(value.M).length
  if ('L' in value) return NESTING_BYTES + sum(value.L.map((element) => attributeBytes(element) + ELEMENT_BYTES))
  if ('SS' in value) return sum(value.SS.map((text) => Buffer.byteLength(text)))
  if ('NS' in value) return sum(value.NS.map(numberBytes))
  return 1
}

/** Two digits a byte, and one more. */
function numberBytes(text: string): number {
  return Math.ceil(text.replace(/\D/g, '').length / 2) + 1
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
