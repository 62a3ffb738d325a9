// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of templates
import type { Replacement } from './planted.ts'

/** A bug that somebody might make. */
export interface Mutant {
  readonly name: string
  readonly replacements: readonly Replacement[]
}

const mutant = (name: string, file: string, ...changes: readonly (readonly [from: string, to: string])[]): Mutant => ({
  name,
  replacements: changes.map(([from, to]) => ({ file, from, to })),
})

const WORKER = 'functions/worker.ts'
const SEAL = 'functions/api/parts.ts'
const END = 'functions/reporting/job-end.ts'
const NOTIFIER = 'functions/notifier.ts'
const CLOSE = 'functions/chunk-handler.ts'
const DEAD_LETTER = 'functions/dead-letter.ts'
const RECORDS = 'functions/chunk-handler.ts'
const ACCEPT = 'functions/api/parts.ts'
const CANCEL = 'functions/api/job-actions.ts'
const REDRIVE = 'functions/api/job-actions.ts'
const ACCESS = 'functions/api/admission.ts'
const JOBS = 'shared/aws/jobs.ts'
const RESULTS = 'shared/aws/results.ts'
const QUEUE = 'shared/aws/queue.ts'
const JOB = 'shared/job/job.ts'
const CHUNK = 'shared/job/chunks/chunk.ts'
const PACKED_RESULTS = 'shared/job/packed/packed-results.ts'
const SUBMIT = 'functions/api/submit.ts'

const KEEP = 'const kept = await table.keepResults(chunk, mine)'
const COUNT = 'await table.countResults(chunk, { count: mine.count, counts: results.counts, startedAt, now: now() })'
const SEND = 'await queue.send(messagesOf('
const SEND_AGAIN = 'await queue.send(chunks.map(messageOf))'
const REOPEN = 'await Promise.all(chunks.map((chunk) => table.reopenChunk(chunk, chunk.puzzles.count)))'
// Never false, whatever the item.
const ANYWAY = 'OR attribute_exists(pk)'

/**
 * Two that are not here break no promise, and cost messages alone: a rest that is sent before its slice is counted,
 * and a message from before a redrive that is gone on with. `test/functions/` has tests against both.
 *
 * The code that keeps a summary from counting too much (failed parts, a gap, a seal with fewer) is not caught by a few hundred
 * histories either: `test/job/job.test.ts` and `test/contract/table-contract.ts` have tests of each.
 *
 * Nor is a small job that is ended in one write though it was cancelled, or has failed, which takes a first delivery
 * that comes after eight others: `test/contract/results-contract.ts` has a test of these.
 *
 * Nor, by 1,500, are a chunk that goes on without a puzzle though another worker has kept its results, results of a
 * straggler that are kept though there are some (both take two deliveries side by side, one of which dies), and a
 * straggler that is sent again with what failed behind it: `test/functions/stragglers.test.ts` and
 * `test/contract/results-contract.ts` have tests of these.
 *
 * Two more were not caught by 4,000 histories, as too much has to meet: a seal without the condition that there is
 * none (two seals of different numbers, within one call of each other), and a first slice counted whichever redrive
 * it is of (a dead letter that comes again between a redrive and its first count).
 */
export const MUTANTS: readonly Mutant[] = [
  mutant('a slice is counted before it is kept', CLOSE, [KEEP, `${COUNT}\n  ${KEEP}`]),
  mutant('a slice that another worker kept is counted as one’s own', CLOSE, ['if (kept !== mine)', 'if (!kept)']),
  mutant('a first slice is counted however often it comes', RESULTS, [
    'from + redrive === 0 ? expression`attribute_not_exists(${done})`',
    'from + redrive === 0 ? expression`attribute_exists(pk)`',
  ]),
  mutant('a later slice is counted however often it comes', RESULTS, ['${done} = ${from}`\n', '${done} >= ${from}`\n']),
  mutant('results are kept though there are some', RESULTS, ['`redrive < ${redrive}`', '`redrive <= ${redrive}`']),
  mutant('ratings that another worker kept are not counted', PACKED_RESULTS, ['counts.addRating(reader.rating)', '']),
  mutant('the maximum is set whatever it is', RESULTS, ['backtracksMax < ${max}', '${max} >= ${max}']),
  mutant('a maximum that another overtook is not tried again', RESULTS, [
    'await update([], isNoMore)\n      // If',
    '// If',
  ]),
  mutant('what was left by several pieces that failed is read', RESULTS, ['follows = from === at', 'follows = true']),
  mutant('a count is taken back twice', RESULTS, [
    '${before} AND ${done} = ${from + failed} AND contains(failedChunks, ${number})',
    `\${before} ${ANYWAY} AND (\${done} = \${from + failed} OR contains(failedChunks, \${number}) ${ANYWAY})`,
  ]),
  mutant('what a slice leaves is not sent on', WORKER, ['await sendOn(services, straggler ? ', 'void (straggler ? ']),
  mutant('the rest of a chunk is forgotten that goes on without a puzzle', WORKER, [
    'straggler ? [straggler, rest]',
    'straggler ? [straggler]',
  ]),
  mutant('a slice that another message has claimed is gone on with', WORKER, [
    'if (!(await isGoneOnBy(services, chunk, record))) return',
    '',
  ]),
  mutant('a copy among dead letters gives up what another message goes on with', DEAD_LETTER, [
    'if (!(await isGoneOnBy(services, letter, record))) return',
    '',
  ]),
  mutant('a puzzle that its chunk goes on without is forgotten', WORKER, ['[straggler, rest] :', '[rest] :']),
  mutant('a rest is sent before the puzzle that it goes on without', WORKER, [
    '[straggler, rest]',
    '[rest, straggler]',
  ]),
  mutant('a puzzle that its chunk goes on without is forgotten where its sender died', WORKER, [
    'straggler ? [straggler, rest]',
    'straggler && !kept ? [straggler, rest]',
  ]),
  mutant('a puzzle that its chunk goes on without is counted there and then, too', RESULTS, [
    ' ADD stragglers ${names}`',
    ' ADD stragglers ${names}, solved ${chunk.from + 1}`',
  ]),
  mutant('a straggler is counted however often it comes', RESULTS, [
    'contains(stragglers, ${stragglerName(chunk)})',
    'attribute_exists(pk)',
  ]),
  mutant('a straggler is counted as the next of its chunk', RESULTS, [
    'const { straggler, number, from } = chunk',
    'const { straggler, number, from } = { ...chunk, straggler: false }',
  ]),
  mutant('a straggler of a job that was cancelled is dropped', WORKER, [
    'if (chunk.redrive > 0 && !(await',
    'if (job.cancel && chunk.straggler) return\n  if (chunk.redrive > 0 && !(await',
  ]),
  mutant('a dead letter is closed without the puzzle that its chunk goes on without', CLOSE, [
    'return [straggler, rest].filter(',
    'return [rest].filter(',
  ]),
  mutant('a straggler that failed is sent again with the end of its chunk', REDRIVE, [
    'straggler === undefined ? !of.straggler : of.from === straggler',
    'straggler === undefined || of.from === straggler',
  ]),
  mutant('the count of a straggler is taken back twice', RESULTS, [
    'contains(failedStragglers, ${before})',
    `contains(failedStragglers, \${before}) ${ANYWAY}`,
  ]),
  mutant('a straggler that others reopened is dropped', RESULTS, [
    'if ((part?.stragglers as ReadonlySet<string> | undefined)?.has(stragglerName(chunk))) return true',
    'void part',
  ]),
  mutant(
    'a search that begins anew with each slice goes on for ever',
    CHUNK,
    ['...(checkpoint && { checkpoint }),\n', ''],
    ['{ hops: hops + 1 }', '{ hops }'],
  ),
  mutant('what goes round in circles is dropped', WORKER, [
    'const left = await giveUp(',
    'const left = await (async (..._: Parameters<typeof giveUp>): Promise<Chunk[]> => [])(',
  ]),
  mutant('what is left of a chunk that is given up is lost', CLOSE, [
    '    if (!isFailed) return [straggler, rest]',
    '    if (!isFailed) return [straggler]',
  ]),
  mutant('a failed message is acknowledged', RECORDS, ['batchItemFailures.push({ itemIdentifier: messageId })', '']),
  mutant('a chunk reopened by others is worked on before it is', WORKER, [
    'if (chunk.redrive > 0 && !(await table.reopenChunk(chunk, chunk.puzzles.count))) return',
    '',
  ]),
  mutant('a dead letter that was begun is not gone on with', DEAD_LETTER, ['return sendOn(', 'return Array.of(']),
  mutant('of a dead letter the first item alone is closed', CLOSE, ['    chunk = rest\n', '    chunk = undefined\n']),
  mutant('a checkpoint goes to another puzzle', CHUNK, ['{ checkpoint: _used, hops = 0,', '{ hops = 0,']),
  mutant('a late cancel changes a job that is completed', JOB, [
    "return cancelled > 0 ? 'cancelled' : 'completed'",
    "return job.cancel ? 'cancelled' : 'completed'",
  ]),
  mutant('a part of the summary is counted again', JOBS, [
    'const isFirstLive = upTo === 0 || except.includes(1)',
    'const isFirstLive = except !== undefined',
  ]),
  mutant('a part is accepted before it is sent', ACCEPT, [
    SEND,
    `await services.table.acceptPart(jobId, part)\n  ${SEND}`,
  ]),
  mutant('a job is not looked at once its part is there', ACCEPT, [
    'if (!head || head.sealed !== undefined || head.cancel) throw',
    'if (!head) throw',
  ]),
  mutant('a part that was refused is accepted', JOBS, [
    'state}`, isSending)',
    "state}`, state === 'accepted' ? IS_THERE : isSending)",
  ]),
  mutant('a part that was accepted is refused', JOBS, [
    'state}`, isSending)',
    "state}`, state === 'refused' ? IS_THERE : isSending)",
  ]),
  mutant('a part that is there is written over', JOBS, [', IS_NEW)\n      // Between', ')\n      // Between']),
  mutant('a job that is there is written over', JOBS, ['items.put(item, IS_NEW)', 'items.put(item)']),
  mutant('a first part that is there is written over', JOBS, [
    '${IS_THERE} AND attribute_not_exists(digest)',
    '${IS_THERE}',
  ]),
  mutant('a submission is answered before it is accepted', SUBMIT, ['isSealed(awaited.record) ? ', 'true ? ']),
  mutant('a submission that was sent before it was accepted is not sent again', SUBMIT, [
    "if (part.state === 'sending')",
    'if (part === first)',
  ]),
  mutant('a job is sealed before its part is accepted', JOB, [
    "!parts.some(({ number, state }) => number <= sealed && state !== 'accepted')",
    'parts !== undefined',
  ]),
  mutant('a small job is ended with its first slice', WORKER, [
    'if (rest || packed.length',
    'if (rest === null || packed.length',
  ]),
  mutant('a small job is ended without being accepted', RESULTS, ["${STATE} = ${'accepted'}", '${STATE} = ${STATE}']),
  mutant('a key is claimed though it is taken', JOBS, [
    '${IS_NEW} OR expiresAt <= ${Math.floor(claim.createdAt / 1000)}',
    '${IS_NEW} OR attribute_exists(pk)',
  ]),
  mutant('who asks late takes a cancel back', JOBS, [
    "cancel === 'asked' ?",
    "cancel !== 'asked' && cancel !== 'settled' ?",
  ]),
  mutant('a cancel looks at the parts first', CANCEL, ["await table.cancelJob(job.id, 'asked')", '']),
  mutant('a redrive takes back first and sends then', REDRIVE, [
    `${SEND_AGAIN}\n    ${REOPEN}`,
    `${REOPEN}\n    ${SEND_AGAIN}`,
  ]),
  mutant('a redrive takes what is there of a chunk', REDRIVE, [
    'if (straggler === undefined && last.from + last.count < chunkTotal(part, number)) return undefined',
    '',
  ]),
  mutant('what SQS refuses of a batch is lost', QUEUE, ['if (Failed.length === 0)', 'if (Failed.length >= 0)']),
  mutant('others than SQS refused are sent again', QUEUE, [
    'left = Failed.map(({ Id }) => left[Number(Id)])',
    'left = left.slice(0, Failed.length)',
  ]),
  mutant('a worker does not tell of an end', WORKER, [
    'if (!rest) return tellIfLast(services, job, chunk)',
    'if (!rest) return',
  ]),
  mutant('an end of a search that was given up is not told', WORKER, [
    ': tellIfLast(services, job, chunk)',
    ': undefined',
  ]),
  mutant('an end by a dead letter is not told', DEAD_LETTER, ['await tellIfLast(services, job, letter)', '']),
  mutant('an end by a seal is not told', SEAL, ['await tellIfEnded(services, sealed, c.var.correlationId)', '']),
  mutant('an end before the answer to its submission is not told', SUBMIT, [
    'await tellIfEnded(services, record, correlationId)',
    '',
  ]),
  mutant('an end by a cancel is not told', CANCEL, ['await tellIfEnded(services, cancelled, c.var.correlationId)', '']),
  mutant('an end is told while other parts go on', END, [
    "if (job.state === 'expired' || !hasEnded(job.state, job.counts)) return undefined",
    '',
  ]),
  mutant('an event that was not taken is forgotten', NOTIFIER, [
    'await queue.send(eventBodyOf({ ...again, sent: { ...sent, attempts } }), job.owner, pauseS)',
    'return',
  ]),
  mutant('copies of an event are told side by side', NOTIFIER, [
    'if (!(await table.claimTelling(',
    'if (!job.webhook && !(await table.claimTelling(',
  ]),
  mutant('anybody who knows its id can read a job', ACCESS, ['(job?.owner !== c.var.owner) throw', '(!job) throw']),
]
