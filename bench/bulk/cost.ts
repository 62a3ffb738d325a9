import { RETENTION_DAYS } from '../../shared/job/job.ts'

/** The prices of AWS in us-east-1, in dollars each; November 2026. */
const PRICES = {
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  /**
   * 0.40, and 0.10 more for messages with a group, as all have here. AWS does not say which of a message's requests it means:
   * all of them, here.
   */
  queueRequest: 0.5e-6,
  httpRequest: 1e-6,
  invocation: 0.2e-6,
  /** Lambda on ARM. */
  gbSecond: 0.0000133334,
  /** A month, in the table and in its continuous backup. */
  storedGb: 0.25,
  backupGb: 0.2,
  /** To the internet. */
  egressGb: 0.09,
  logGb: 0.5,
}

/** The size of one unit, in bytes. */
const WRITE_UNIT = 1024
const READ_UNIT = 4096
const QUEUE_REQUEST = 64 * 1024
const HTTP_REQUEST = 512 * 1024
const GB = 1e9
const DAYS_A_MONTH = 30
/** DynamoDB takes up to two days to delete what has expired. */
const KEPT_MONTHS = (RETENTION_DAYS + 2) / DAYS_A_MONTH
/** CloudWatch adds so many bytes to each line. */
const LINE_BYTES = 26
/** The line of the access log, of a request. */
const ACCESS_LINE_BYTES = 250 + LINE_BYTES
/** The memory with which Lambda gives a function one whole processor; with less it gives that share of one. */
const WHOLE_PROCESSOR_MB = 1769

/** The requests to AWS. */
export interface Usage {
  /** The bytes of each write: those of the item, before or after, whichever are more. */
  readonly writes: readonly number[]
  /** The bytes of each read: those of all its items. */
  readonly reads: readonly Read[]
  /** The bytes of each call to SQS, whichever it is: those of its messages. */
  readonly queueCalls: readonly number[]
  /** The bytes of each request: those of its body and its answer's. */
  readonly httpRequests: readonly number[]
  readonly functions: readonly FunctionUsage[]
  /** The bytes of the answers to clients. */
  readonly bytesOut: number
  /** The bytes that stay in the table for as long as a job does. */
  readonly storedBytes: number
  /** The bytes of each line that the functions write themselves. */
  readonly lines: readonly number[]
}

export interface Read {
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

function item(what: string, unit: string, units: number, price: number): Cost {
  return { what, unit, units, dollars: units * price }
}

/** The cost of a run, item by item. */
export function costsOf(usage: Usage): Cost[] {
  const { writes, reads, queueCalls, httpRequests, functions, bytesOut, storedBytes, lines } = usage
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
    item('kept in the table', 'GB-month', (storedBytes / GB) * KEPT_MONTHS, PRICES.storedGb),
    item('its backup', 'GB-month', (storedBytes / GB) * KEPT_MONTHS, PRICES.backupGb),
    item('answers, to the internet', 'GB', bytesOut / GB, PRICES.egressGb),
    item('logs', 'GB', sum(lines.map((bytes) => bytes + LINE_BYTES)) / GB, PRICES.logGb),
    item('access log', 'GB', (httpRequests.length * ACCESS_LINE_BYTES) / GB, PRICES.logGb),
  ]
}

export function dollarsOf(costs: readonly Cost[]): number {
  return sum(costs.map(({ dollars }) => dollars))
}

export function writeUnits(bytes: number): number {
  return pieces(bytes, WRITE_UNIT)
}

/** The units of a whole query at once; a read that is not consistent costs half. */
export function readUnits({ bytes, isConsistent }: Read): number {
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

/** The bytes of a map or a list, and those of each of its elements beside itself. */
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
