/** What AWS asks for in us-east-1, in dollars each; November 2026. */
export const PRICES = {
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  queueRequest: 0.4e-6,
  httpRequest: 1e-6,
  invocation: 0.2e-6,
  /** Lambda on ARM. */
  gbSecond: 0.0000133334,
}

/** What one of each is, in bytes. */
const WRITE_UNIT = 1024
const READ_UNIT = 4096
const QUEUE_REQUEST = 64 * 1024
const HTTP_REQUEST = 512 * 1024
/** The memory with which Lambda gives a function one whole processor; with less it gives that share of one. */
const WHOLE_PROCESSOR_MB = 1769

/** What was asked of AWS. */
export interface Usage {
  /** Of each write: what the item takes, the larger of before and after. */
  readonly writes: readonly number[]
  /** Of each read: what all its items take. */
  readonly reads: readonly Read[]
  /** Of each call to SQS, whichever: what its messages take. */
  readonly queueCalls: readonly number[]
  /** Of each request: its body and its answer's. */
  readonly httpRequests: readonly number[]
  readonly functions: readonly FunctionUsage[]
}

export interface Read {
  readonly items: number
  readonly bytes: number
  readonly isConsistent: boolean
}

export interface FunctionUsage {
  readonly name: string
  readonly memoryMb: number
  readonly invocations: number
  readonly cpuSeconds: number
  /** From the begin of each invocation to its end, waiting included. */
  readonly heldSeconds: number
}

export interface Cost {
  readonly what: string
  readonly units: number
  readonly unit: string
  readonly dollars: number
}

/** What a run costs, item by item. */
export function costsOf({ writes, reads, queueCalls, httpRequests, functions }: Usage): Cost[] {
  const item = (what: string, unit: string, units: number, price: number) => ({
    what,
    units,
    unit,
    dollars: units * price,
  })
  return [
    item('DynamoDB writes', '1 KB', sum(writes.map(writeUnits)), PRICES.writeUnit),
    item('DynamoDB reads', '4 KB', sum(reads.map(readUnits)), PRICES.readUnit),
    item('SQS requests', '64 KB', sum(queueCalls.map((bytes) => pieces(bytes, QUEUE_REQUEST))), PRICES.queueRequest),
    item(
      'HTTP API requests',
      '512 KB',
      sum(httpRequests.map((bytes) => pieces(bytes, HTTP_REQUEST))),
      PRICES.httpRequest,
    ),
    ...functions.flatMap((used) => [
      item(`Lambda ${used.name}, requests`, 'invocation', used.invocations, PRICES.invocation),
      item(`Lambda ${used.name}, computing`, 'GB-s', computingGbSeconds(used), PRICES.gbSecond),
      item(`Lambda ${used.name}, waiting`, 'GB-s', waitingGbSeconds(used), PRICES.gbSecond),
    ]),
  ]
}

export function dollarsOf(costs: readonly Cost[]): number {
  return sum(costs.map(({ dollars }) => dollars))
}

export function writeUnits(bytes: number): number {
  return pieces(bytes, WRITE_UNIT)
}

/** Of a whole query at once; what is not read consistently costs half. */
export function readUnits({ bytes, isConsistent }: Pick<Read, 'bytes' | 'isConsistent'>): number {
  return pieces(bytes, READ_UNIT) * (isConsistent ? 1 : 0.5)
}

/** Nothing at all is charged as one piece, too. */
function pieces(bytes: number, size: number): number {
  return Math.max(1, Math.ceil(bytes / size))
}

/** A function with half a processor takes twice as long for the same work. */
function computingGbSeconds({ cpuSeconds, memoryMb }: FunctionUsage): number {
  return (cpuSeconds * Math.max(memoryMb, WHOLE_PROCESSOR_MB)) / 1024
}

function waitingGbSeconds({ heldSeconds, cpuSeconds, memoryMb }: FunctionUsage): number {
  return (Math.max(0, heldSeconds - cpuSeconds) * memoryMb) / 1024
}

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
