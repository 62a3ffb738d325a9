import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { outlineOf } from './outline.ts'
import { eachOf, STACKS, type StackName, synthesisedStacks } from './synthesis.ts'

/**
 * The templates as they were reviewed last, in `test/stack/templates/`: `prod` as a whole, the others by what is
 * different there. After a change that is meant, `npx vitest run --config test/vitest.config.ts test/stack/template -u`
 * writes them anew, and their difference says what the change does to the stack.
 */

/** The part of names that tells one stage from another. */
const STAGE_NAME = /Sudoku(Service\/|-|, )\w+/g

const { stacks, templates } = synthesisedStacks()
const reviewed = eachOf(templates, (template, name) => {
  const { terminationProtection, node } = stacks[name]
  const notes = node.metadata.filter(({ type }) => type === 'aws:cdk:info').map(({ data }) => data)
  const Resources = { ...template.Resources, Outputs: { Properties: template.Outputs } }
  const whole = { terminationProtection, notes, ...outlineOf({ Resources }) }
  return JSON.parse(JSON.stringify(whole, withoutNoise).replaceAll(STAGE_NAME, 'Sudoku$1<stage>'))
})

it.each(Object.keys(STACKS) as StackName[])('%s is as it was reviewed', async (name) => {
  const shown = name === 'prod' ? reviewed.prod : patchBetween(reviewed.prod, reviewed[name])
  await expect(formatted(shown)).toMatchFileSnapshot(`templates/${name}.json`)
})

/** Properties that change with every build, move with every widget, are made up by CDK or are the same everywhere. */
function withoutNoise(name: string, value: unknown): unknown {
  if (name === 'DashboardBody') return JSON.parse(value as string)
  return ['Code', 'Tags', 'PolicyName', 'x', 'y'].includes(name) ? undefined : value
}

/** The change from one value to another, as RFC 7396 has it, and items of lists by their numbers: `null` is gone. */
function patchBetween(before: unknown, after: unknown): unknown {
  if (!(isObject(before) && isObject(after))) return after
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = [...new Set([...was.keys(), ...is.keys()])]
  const changed = names.filter((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)))
  return Object.fromEntries(changed.map((name) => [name, patchBetween(was.get(name), is.get(name)) ?? null]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function formatted(value: unknown): string {
  const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))
  return execFileSync(biome, ['format', '--stdin-file-path=template.json'], {
    input: JSON.stringify(value),
    encoding: 'utf8',
  })
}
