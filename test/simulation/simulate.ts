import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { MUTANTS } from './mutants.ts'
import { plant, SMALL } from './planted.ts'
import { hunt } from './planted-run.ts'

/**
 * `npm run tool -- simulate`: runs histories, and prints the first that breaks a promise.
 * With `--long-search` it prints how many messages a search of 300 slices takes where a tenth of all answers is lost.
 * With `--mutants` it plants one bug after the other, and prints which promise each breaks.
 */

const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    'long-search': { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
/** Most mutants are caught by one of the first hundred, and the last one by the 6,605th. */
const HISTORIES_A_MUTANT = 7_000
const HISTORIES = 10_000

if (values.mutants) await runMutants(Number(values.histories ?? HISTORIES_A_MUTANT))
else if (values.mutant !== undefined) await runMutant(values.mutant, Number(values.histories ?? HISTORIES_A_MUTANT))
else if (values['long-search']) await runLongSearches()
else await runHistories(Number(values.histories ?? HISTORIES))

async function runHistories(count: number): Promise<void> {
  plant(SMALL)
  const { runHistory } = await import('./history.ts')
  const begun = performance.now()
  let [events, messages, answers] = [0, 0, 0]
  for (let done = 1; done <= count; done++) {
    const history = await runHistory(seed + done - 1, values.trace)
    events += history.events
    messages += history.messages
    answers += history.answers
    if (values.trace) console.log(history.trace.join('\n'))
    if (history.broken) {
      if (!values.trace) console.log((await runHistory(history.seed, true)).trace.join('\n'))
      console.log(`seed ${history.seed}: ${history.broken.message.slice(0, 3000)}`)
      console.log(`npm run tool -- simulate --seed ${history.seed} --histories 1 --trace`)
      process.exitCode = 1
      return
    }
    if (done % 500 === 0 || done === count) {
      const perS = (done * 1000) / (performance.now() - begun)
      console.log(
        `${done} histories, ${perS.toFixed(0)} a second, ${events} events, ${messages} messages, ${answers} answers checked`,
      )
    }
  }
}

async function runLongSearches(): Promise<void> {
  const { messagesOfLongSearch } = await import('./long-search.ts')
  for (let each = seed; each < seed + 5; each++) {
    const [undisturbed, disturbed] = await messagesOfLongSearch(each)
    console.log(
      `seed ${each}: ${undisturbed} messages, disturbed ${disturbed}, ${(disturbed / undisturbed).toFixed(3)} ×`,
    )
  }
}

/** Prints, as JSON, the first history that a mutant breaks. */
async function runMutant(name: string, count: number): Promise<void> {
  const mutant = MUTANTS.find((one) => one.name === name)
  if (!mutant) throw new Error(`there is no mutant "${name}"`)
  plant([...SMALL, ...mutant.replacements])
  const { runHistory } = await import('./history.ts')
  for (let i = 0; i < count; i++) {
    const { broken } = await runHistory(seed + i)
    if (!broken) continue
    const { promise = 'nothing throws' } = broken as { promise?: string }
    console.log(JSON.stringify({ seed: seed + i, promise, found: broken.message.slice(0, 300) }))
    return
  }
  console.log('{}')
}

async function runMutants(count: number): Promise<void> {
  const left = [...MUTANTS]
  let missed = 0
  const huntNext = async (): Promise<void> => {
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      const { seed: caughtBy, promise } = await hunt(mutant, seed, count)
      if (caughtBy === undefined) missed++
      const how = caughtBy === undefined ? `NOT CAUGHT by ${count} histories` : `${caughtBy}`.padStart(5)
      console.log(`${mutant.name.padEnd(62)} ${how}  ${promise ?? ''}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, huntNext))
  console.log(`${MUTANTS.length - missed} of ${MUTANTS.length} mutants caught`)
  if (missed > 0) process.exitCode = 1
}
