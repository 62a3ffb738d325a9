import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MUTANTS, type Mutant } from './mutants.ts'

/** The fate of a mutant. */
export interface Caught {
  readonly mutant: string
  /** The first history that broke a promise, and which; undefined where none did. */
  readonly seed?: number
  readonly promise?: string
  readonly found?: string
}

/** Runs histories, in a process of its own, with a bug planted, until one of them breaks a promise. */
export function hunt({ name }: Mutant, seed: number, histories: number): Promise<Caught> {
  const script = fileURLToPath(new URL('simulate.ts', import.meta.url))
  const options = ['--mutant', name, '--seed', String(seed), '--histories', String(histories)]
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      try {
        resolve({ mutant: name, ...JSON.parse(output) })
      } catch {
        reject(new Error(`${name}: ${output}`))
      }
    })
  })
}

export function mutantNamed(name: string): Mutant {
  const found = MUTANTS.find((mutant) => mutant.name === name)
  if (!found) throw new Error(`there is no mutant "${name}"`)
  return found
}
