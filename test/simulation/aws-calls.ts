import { Broken } from './broken.ts'
import { ValidationException } from './expression.ts'
import type { Faults } from './faults.ts'
import type { World } from './world.ts'

/** Makes a call to AWS as the SDK does: again, where it was refused for now or its answer was lost. */
export type AwsCall = <T>(what: string, act: () => T, kind: 'read' | 'write') => Promise<T>

/** The SDK's default. */
const ATTEMPTS = 3
const BACK_OFF_MS = 100

export function awsCalls(world: World, faults: Faults): AwsCall {
  return async (what, act, kind) => {
    for (let attempt = 1; ; attempt++) {
      const delayMs = latency() + (attempt > 1 ? world.chance.below(BACK_OFF_MS * 2 ** attempt) : 0)
      const answer = await world.call(delayMs, (isAwaited, { name }) => {
        if (!isAwaited) {
          // On its way when its sender died.
          if (kind === 'write' && world.chance.is(0.5)) carryOut(`${name}, dead, ${what}`, act)
          return
        }
        return tried(name, what, act, kind)
      })
      if (answer) return answer.value
      if (attempt === ATTEMPTS) throw Object.assign(new Error(`${what} failed ${ATTEMPTS} times`), { $metadata: {} })
    }
  }

  function tried<T>(name: string, what: string, act: () => T, kind: 'read' | 'write'): { value: T } | undefined {
    const { chance, task } = world
    if (chance.is(faults.throttled)) {
      world.log(`${name} ${what}: throttled`)
      return
    }
    if (task && chance.is(faults.crash)) {
      if (kind === 'write' && chance.is(0.5)) carryOut(`${name} ${what}`, act)
      world.kill(task, `at ${what}`)
      return
    }
    if (kind === 'write' && chance.is(faults.late)) {
      world.log(`${name} ${what}: late`)
      world.after(chance.below(30_000), () => carryOut(`${name}, late, ${what}`, act))
      return
    }
    const isLost = chance.is(faults.answerLost)
    const value = carryOut(`${name} ${what}${isLost ? ' (answer lost)' : ''}`, act)
    return isLost ? undefined : { value }
  }

  function carryOut<T>(line: string, act: () => T): T {
    try {
      const value = act()
      world.log(typeof value === 'boolean' ? `${line}: ${value}` : line)
      return value
    } catch (error) {
      if (error instanceof ValidationException) throw new Broken('AWS takes every call', `${line}: ${error.message}`)
      throw error
    }
  }

  function latency(): number {
    const { chance } = world
    if (chance.is(faults.stall)) return chance.between(1_000, 60_000)
    return chance.is(0.1) ? chance.between(20, 1_000) : chance.between(1, faults.slow)
  }
}
