import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { type ApiKey, OWNER } from '../../shared/aws/owners.ts'
import { checkedObject, type Fields } from '../../shared/json-schema.ts'
import { inPlace, note, type PlaceFlags, placeOf, wholeNumber } from './place.ts'

/** A line of an export. */
const EXPORTED_KEY = {
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  owner: { type: 'string', pattern: OWNER.source },
  note: { type: 'string' },
  hash: { type: 'string', pattern: '^[\\w-]{43}$' },
  mintedAt: { type: 'number' },
  revokedAt: { type: 'number', optional: true },
  validUntil: { type: 'number', optional: true },
} as const satisfies Fields

const DAY_MS = 86_400_000
/** Long enough to bring a new key everywhere, where nothing else is asked for. */
const OVERLAP_DAYS = 7

const validDays = () => new Option('--days <number>', 'the key is valid for so many days').argParser(wholeNumber)

/** Adds the commands about the keys in a table: `npm run keys`. */
export function addKeyCommands(program: Command): void {
  inPlace(program.command('mint'))
    .description('make a key and print it; it cannot be shown again, because only its hash is stored')
    .argument('<owner>', 'the owner whose jobs the key opens; an owner may have several keys')
    .option('--note <text>', 'what the key is for', '')
    .addOption(validDays())
    .action(async (owner: string, { note, days, ...flags }: PlaceFlags & { note: string; days?: number }) => {
      const { table } = await placeOf(flags)
      console.log(await table.mintKey(owner, note, Date.now(), days && Date.now() + days * DAY_MS))
    })

  inPlace(program.command('revoke'))
    .description('stop accepting a key from this moment on')
    .argument('<id>', 'the id of the key, as list shows it: the middle part of its text')
    .action(async (key: string, flags: PlaceFlags) => {
      const { table } = await placeOf(flags)
      const id = idIn(key)
      if (!(await table.revokeKey(id, Date.now()))) program.error(`there is no key ${id}`)
      await note(table, `${id} is revoked`)
    })

  inPlace(program.command('rotate'))
    .description('make a key for the owner of another one and print it; the other one stops being valid later')
    .argument('<id>', 'the id of the other key')
    .option('--overlap <days>', 'how long both are valid', wholeNumber, OVERLAP_DAYS)
    .addOption(validDays())
    .action(async (key: string, { overlap, days, ...flags }: PlaceFlags & { overlap: number; days?: number }) => {
      const { table } = await placeOf(flags)
      const id = idIn(key)
      const old = await table.keyOf(id)
      const now = Date.now()
      const { revokedAt, validUntil = Number.POSITIVE_INFINITY } = old ?? {}
      if (!old || revokedAt !== undefined || validUntil <= now)
        return program.error(`there is no key ${id} that is valid`)
      const made = await table.mintKey(old.owner, old.note, now, days && now + days * DAY_MS)
      // One that ends before that anyway is given no more time.
      const endsAt = Math.min(validUntil, now + overlap * DAY_MS)
      await table.endKey(id, endsAt)
      console.log(made)
      await note(table, `${id} of ${old.owner} is valid until ${dayOf(endsAt)}`, console.error)
    })

  inPlace(program.command('list'))
    .description('list all keys, each with the day on which it was last used')
    .action(async (flags: PlaceFlags) => {
      const { table } = await placeOf(flags)
      for (const key of await table.listKeys()) console.log(described(key, await table.lastUseOf(key)))
    })

  inPlace(program.command('export'))
    .description('print all keys, one a line as JSON: their hashes, by which nobody gets in')
    .action(async (flags: PlaceFlags) => {
      const { table } = await placeOf(flags)
      for (const key of await table.listKeys()) console.log(JSON.stringify(key))
    })

  inPlace(program.command('import'))
    .description('add keys that export printed, from standard input; those that are there stay as they are')
    .action(async (flags: PlaceFlags) => {
      const lines = (await text(process.stdin)).split('\n').filter((line) => line !== '')
      // All are read before the first is added.
      const keys = lines.map((line, i) => exportedKey(line, i + 1))
      const { table } = await placeOf(flags)
      let added = 0
      for (const key of keys) if (await table.addKey(key)) added++
      console.log(`${added} added, ${keys.length - added} were there`)
    })
}

/** A key may be named by its whole text, too. */
function idIn(key: string): string {
  return key.split('_')[1] ?? key
}

function exportedKey(line: string, number: number): ApiKey {
  const read = checkedObject(EXPORTED_KEY, jsonIn(line))
  if (!read.ok) throw new Error(`line ${number}: expected a key as export prints it; none was added`)
  return read.value
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function described({ id, owner, note, mintedAt, revokedAt, validUntil }: ApiKey, usedAt: number | undefined): string {
  const until =
    validUntil === undefined ? 'valid' : `${validUntil > Date.now() ? 'valid' : 'ended'} ${dayOf(validUntil)}`
  const state = revokedAt === undefined ? until : `revoked ${dayOf(revokedAt)}`
  const used = usedAt === undefined ? 'not used' : `used ${dayOf(usedAt)}`
  return [id, owner, `minted ${dayOf(mintedAt)}`, state, used, note].join('  ').trimEnd()
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
