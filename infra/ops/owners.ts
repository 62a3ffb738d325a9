import type { Command } from 'commander'
import { OWNER, type OwnerSettings } from '../../shared/aws/owners.ts'
import { OWNER_LIMITS, type OwnerLimits } from '../../shared/job/limits.ts'
import { inPlace, note, type PlaceFlags, placeOf, wholeNumber } from './place.ts'

type Given = PlaceFlags & Partial<OwnerLimits> & { readonly reset?: boolean }

/** Adds the commands about one owner. */
export function addOwnerCommands(program: Command): void {
  const change = (
    name: string,
    description: string,
    settingsOf: (before: OwnerSettings, given: Given) => OwnerSettings,
  ) =>
    inPlace(program.command(name))
      .description(description)
      .argument('<owner>')
      .action(async (owner: string, given: Given) => {
        if (!OWNER.test(owner)) throw new Error(`owner "${owner}": expected a name that keys are minted for`)
        const { table } = await placeOf(given)
        const settings = settingsOf(await table.readSettings(owner), given)
        await table.setOwner(owner, settings)
        await note(table, `${owner}: ${described(settings)}`)
      })

  change('block', 'let nothing of an owner in, from this moment on', (before) => ({ blockedAt: Date.now(), ...before }))
  change('unblock', 'let an owner in again', ({ limits }) => ({ ...(limits && { limits }) }))
  change('limit', 'give an owner limits other than everybody has', ({ limits, ...before }, given) => {
    if (given.reset) return before
    const { requests, windowS, jobs, puzzles } = given
    const asked = Object.entries({ requests, windowS, jobs, puzzles }).filter(([, value]) => value !== undefined)
    return { ...before, limits: { ...limits, ...Object.fromEntries(asked) } }
  })
    .option('--requests <number>', `requests at once, and in each window (${OWNER_LIMITS.requests})`, wholeNumber)
    .option('--window-s <seconds>', `the window (${OWNER_LIMITS.windowS})`, wholeNumber)
    .option('--jobs <number>', `jobs under way (${OWNER_LIMITS.jobs})`, wholeNumber)
    .option('--puzzles <number>', `puzzles under way (${OWNER_LIMITS.puzzles})`, wholeNumber)
    .option('--reset', "everybody's limits again")
}

function described({ blockedAt, limits }: OwnerSettings): string {
  const state = blockedAt === undefined ? 'let in' : `blocked since ${new Date(blockedAt).toISOString()}`
  const own = Object.entries(limits ?? {}).map(([name, value]) => `${name} ${value}`)
  return [state, ...own].join(', ')
}
