import { RETENTION_DAYS } from '../../shared/job/job.ts'
import {
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_LENGTH,
  MAX_PAYLOAD_BYTES,
} from '../../shared/job/limits.ts'
import { API_MEMORY_MB, NOTIFIER_MEMORY_MB, WORKER_MEMORY_MB } from '../settings/settings.ts'
import { consumersOf, reservedConcurrency, type Stage } from './deployment.ts'

/** The prices of AWS in us-east-1, in dollars each; November 2026. */
export const PRICES = {
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
  /** A month, in a vault of AWS Backup. */
  vaultGb: 0.1,
  /** To another region. */
  regionGb: 0.02,
  /** To the internet. */
  egressGb: 0.09,
  logGb: 0.5,
  /** On an event bus. */
  event: 1e-6,
  /** To CloudFront in the US; the first of each month are free, and those that the firewall refuses. */
  frontRequest: 1e-6,
  freeFrontRequests: 10_000_000,
  /** A month, for the firewall and for each of its rules; and each request that it looks at. */
  firewall: 5,
  firewallRule: 1,
  firewallRequest: 0.6e-6,
}

/** CloudFront at a flat rate, its firewall included: dollars a month, for so many requests that are not refused. */
export const FRONT_PLANS = {
  Pro: { dollars: 15, requests: 10_000_000 },
  Business: { dollars: 200, requests: 125_000_000 },
} as const

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
/** Lambda itself writes so much about an invocation that failed, and nothing about others. */
const REPORT_BYTES = 400 + LINE_BYTES
/** The line of the access log, of a request. */
export const ACCESS_LINE_BYTES = 250 + LINE_BYTES
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

/** Backups and copies are kept for so long: one is always whole, while the next one is made. */
export const COPY_KEPT_DAYS = 2

/** The cost of a month of copies to another region, of a table of so many GB: every one of them is a whole one. */
export function copyCosts(gb: number): Cost[] {
  const kept = COPY_KEPT_DAYS * gb
  const sent = DAYS_A_MONTH * gb
  return [
    item('backups', 'GB-month', kept, PRICES.vaultGb),
    item('their copies', 'GB-month', kept, PRICES.vaultGb),
    item('sent to the other region', 'GB', sent, PRICES.regionGb),
  ]
}

/** What a month of the front costs by the request. What the firewall refuses has no other limit than who pays for it. */
export function frontOfAMonth(of: Readonly<Record<'passed' | 'refused' | 'rules', number>>): Cost[] {
  const { passed, refused, rules } = of
  return [
    item('firewall', 'month', 1, PRICES.firewall),
    item('firewall: rules', 'month', rules, PRICES.firewallRule),
    item('firewall: requests', 'request', passed + refused, PRICES.firewallRequest),
    item('CloudFront: requests', 'request', Math.max(0, passed - PRICES.freeFrontRequests), PRICES.frontRequest),
  ]
}

/** The most that a request and its answer take together, in bytes. */
const LARGEST_REQUEST = 2 * MAX_PAYLOAD_BYTES
/** Seconds that the shortest message takes a worker: it reads its job, and finds it deleted. */
const SHORTEST_MESSAGE_S = 0.005
/** The requests with which a message of a chunk is received and deleted. */
const CALLS_A_MESSAGE = 2
const LONGEST_LINE_BYTES = 4_096
/** A letter of a job's metadata in UTF-8, and all that a webhook is sent besides. */
const LONGEST_LETTER_BYTES = 3
const EVENT_BYTES = 4_096
const LARGEST_EVENT_BYTES =
  MAX_METADATA_KEYS * (MAX_METADATA_KEY_LENGTH + MAX_METADATA_LENGTH) * LONGEST_LETTER_BYTES + EVENT_BYTES
const DAY_S = 86_400

/**
 * The most that a day can cost: everything that a stage lets in or reserves, at its limit from midnight to midnight.
 * What each limit lets through is bounded by the stage, whoever asks and for whatever.
 */
export function ceilingOfADay(stage: Stage): Cost[] {
  const { api, worker, deadLetter } = reservedConcurrency(stage)
  const requests = sum(Object.values(stage.throttles).map(({ ratePerS }) => ratePerS)) * DAY_S
  const consumers = consumersOf(stage)
  // Each reads its job, or writes it whole.
  const messages = Math.min(stage.most.reads + stage.most.writes, consumers / SHORTEST_MESSAGE_S) * DAY_S
  const events = Math.min(stage.most.reads, stage.notifiers / SHORTEST_MESSAGE_S) * DAY_S
  const memoryMb = {
    api: API_MEMORY_MB,
    worker: WORKER_MEMORY_MB,
    deadLetter: API_MEMORY_MB,
    notifier: NOTIFIER_MEMORY_MB,
  }
  const gbSeconds = (name: keyof typeof memoryMb, instances: number) => (instances * DAY_S * memoryMb[name]) / 1024
  const invocations = requests + messages
  const written = stage.most.writes * DAY_S * WRITE_UNIT
  return [
    item('table: writes', '1 KB', stage.most.writes * DAY_S, PRICES.writeUnit),
    item('table: reads', '4 KB', stage.most.reads * DAY_S, PRICES.readUnit),
    item(
      'table: what was written, kept for a month, and its backup',
      'GB-month',
      written / GB,
      PRICES.storedGb + PRICES.backupGb,
    ),
    item(
      'API: requests and answers of 6 MB each',
      '512 KB',
      requests * pieces(LARGEST_REQUEST, HTTP_REQUEST),
      PRICES.httpRequest,
    ),
    item(
      'front, where there is one: what it passes on',
      'request',
      requests,
      PRICES.frontRequest + PRICES.firewallRequest,
    ),
    item('API: answers, to the internet', 'GB', (requests * MAX_PAYLOAD_BYTES) / GB, PRICES.egressGb),
    item('API: all instances', 'GB-s', gbSeconds('api', api), PRICES.gbSecond),
    item('workers: all instances', 'GB-s', gbSeconds('worker', worker), PRICES.gbSecond),
    item('dead letters: all instances', 'GB-s', gbSeconds('deadLetter', deadLetter), PRICES.gbSecond),
    item('notifier: all instances', 'GB-s', gbSeconds('notifier', stage.notifiers), PRICES.gbSecond),
    item('events: to webhooks', 'GB', (events * LARGEST_EVENT_BYTES) / GB, PRICES.egressGb),
    item('events: to a bus, where there is one', 'event', events, PRICES.event),
    item('invocations', 'invocation', invocations, PRICES.invocation),
    item('queues: messages received and deleted', '64 KB', messages * CALLS_A_MESSAGE, PRICES.queueRequest),
    item('queues: messages sent', '64 KB', messages, PRICES.queueRequest),
    item('logs', 'GB', (invocations * (LONGEST_LINE_BYTES + REPORT_BYTES)) / GB, PRICES.logGb),
    item('access log', 'GB', (requests * ACCESS_LINE_BYTES) / GB, PRICES.logGb),
  ]
}

export function dollarsOf(costs: readonly Cost[]): number {
  return sum(costs.map(({ dollars }) => dollars))
}

export function writeUnits(bytes: number): number {
  return pieces(bytes, WRITE_UNIT)
}

/** The units of a whole query at once; a read that is not consistent costs half. */
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
