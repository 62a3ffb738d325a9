import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Preloaded into every process of the service: on SIGUSR2 it collects garbage and writes down what memory is left in
 * use, in a file named after the process.
 */

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collectGarbage()
  writeFileSync(join(process.env.HEAP_FOLDER ?? '', `${process.pid}.json`), JSON.stringify(process.memoryUsage()))
})
