import { parseArgs } from 'node:util'
import { plant, SMALL } from './planted.ts'

/** `npm run simulate`: runs histories, and prints the first that breaks a promise. */

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
  },
})

plant(SMALL)
const { runHistory } = await import('./history.ts')
const first = Number(values.seed)
const count = Number(values.histories)
const begun = performance.now()
let [events, messages] = [0, 0]
for (let seed = first; seed < first + count; seed++) {
  const history = await runHistory(seed, values.trace)
  events += history.events
  messages += history.messages
  if (values.trace) console.log(history.trace.join('\n'), `\n${history.hash}`)
  if (history.broken) {
    if (!values.trace) console.log((await runHistory(seed, true)).trace.join('\n'))
    console.log(`seed ${seed}: ${history.broken.message.slice(0, 3000)}`)
    console.log(`npm run simulate -- --seed ${seed} --histories 1 --trace`)
    process.exit(1)
  }
  const done = seed - first + 1
  if (done % 100 === 0 || done === count) {
    const perS = (done * 1000) / (performance.now() - begun)
    console.log(`${done} histories, ${perS.toFixed(0)} a second, ${events} events, ${messages} messages`)
  }
}
