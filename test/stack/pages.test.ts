import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HAZARDS } from '../../infra/deploy/hazards.ts'
import { deploymentOf } from '../../infra/stack/deployment.ts'
import { start } from '../cli/run.ts'
import { STEPS } from '../drill/steps.ts'
import { synthesisedStacks } from './synthesis.ts'

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')
const resources = Object.entries(synthesisedStacks().templates.prod.Resources)
const alarms = resources.filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')

it('the dashboard has no more metrics than are free', () => {
  const dashboard = resources.find(([, { Type }]) => Type === 'AWS::CloudWatch::Dashboard')
  const pieces: readonly unknown[] = dashboard?.[1].Properties.DashboardBody['Fn::Join'][1]
  const { widgets }: { widgets: readonly { properties: { metrics?: readonly (readonly unknown[])[] } }[] } = JSON.parse(
    pieces.map((piece) => (typeof piece === 'string' ? piece : 'name')).join(''),
  )
  // What is computed is no metric.
  const metrics = widgets
    .flatMap(({ properties }) => properties.metrics ?? [])
    .filter(([first]) => typeof first === 'string')
  expect(metrics.length).toBeGreaterThan(30)
  expect(metrics.length).toBeLessThanOrEqual(50)
})

describe('docs/deploy.md has', () => {
  const deploy = page('deploy')
  /** The first two cells of the rows under a heading's first cell. */
  const rowsUnder = (firstHead: string) => {
    const [, rows = ''] = new RegExp(`^\\| ${firstHead} \\|.*\\n\\| --- .*\\n((?:\\|.*\\n)+)`, 'm').exec(deploy) ?? []
    return [...rows.matchAll(/^\| (.*?) \| (.*?) \|/gm)].map(([, first = '', second]) => [first, second] as const)
  }

  it('each step of the drill, and what it proves', () => {
    expect(rowsUnder('step')).toEqual(Object.entries(STEPS).map(([name, { proves }]) => [`\`${name}\``, proves]))
  })

  it('each word that lets a deployment take something away', () => {
    expect(rowsUnder('`--allow`').map(([name]) => name)).toEqual(Object.keys(HAZARDS).map((name) => `\`${name}\``))
  })

  it('each setting that a file may have', () => {
    const read = new Set<string>()
    deploymentOf({ tryGetContext: (name) => void read.add(name) }, () => ({}))
    const described = rowsUnder('setting').flatMap(([names]) => names.match(/\w+/g) ?? [])
    // One of these two names the file, and the other is for npm run deploy alone.
    expect(described.toSorted()).toEqual([...read].filter((name) => name !== 'stage' && name !== 'protect').toSorted())
  })

  it('the number of alarms, of the metrics that they look at, and what those cost', () => {
    const metrics = alarms.reduce((sum, [, { Properties }]) => {
      const queries: { readonly MetricStat?: object }[] = Properties.Metrics ?? [{ MetricStat: Properties }]
      return sum + queries.filter(({ MetricStat }) => MetricStat).length
    }, 0)
    expect(deploy).toContain(`- ${alarms.length} alarms,`)
    expect(deploy).toContain(`The alarms watch ${metrics} metrics at US$0.10, of which ten are free.`)
    expect(deploy).toContain(`; ${(0.1 * (metrics - 10)).toFixed(2)} for alarms beyond`)
  })
})

describe('docs/runbook.md', () => {
  const runbook = page('runbook')
  const [ofAlarms = '', withoutAlarm = ''] = runbook.split(/^## Without an alarm$/m)
  const entries = ofAlarms
    .split(/^## /m)
    .slice(1)
    .map((entry) => [entry.split('\n', 1)[0] ?? '', entry] as const)

  it('has an entry for each alarm and for the budget, and no other', () => {
    const names = alarms.map(([, { Metadata }]) => Metadata?.['aws:cdk:path']?.split('/').at(-2))
    expect(entries.map(([name]) => name).toSorted()).toEqual([...names, 'Budget'].toSorted())
  })

  it('has no command for an operator that does not exist', async () => {
    const commands = [...withoutAlarm.matchAll(/npm run -s ops -- ((?:[a-z]+ ?)+)/g)].map(([, words = '']) =>
      words.trim(),
    )
    expect(commands.length).toBeGreaterThan(5)
    const groupOf = ([first = '']: readonly string[]) => (first === 'owner' || first === 'key' ? [first] : [])
    const words = commands.map((command) => command.split(' '))
    for (const [group, of] of Map.groupBy(words, (each) => `${groupOf(each)}`)) {
      const { stdout } = await start('infra/ops.ts', [...groupOf([group]), '--help']).ended
      for (const [name] of of.map((each) => each.slice(groupOf(each).length)))
        expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    }
  })

  it.each(entries)('says of %s what to look at and what to do', (_, entry) => {
    expect(entry).toMatch(/^- \*\*Look\.\*\*/m)
    expect(entry).toMatch(/^- \*\*Do\.\*\*/m)
  })

  it('looks for resources that there are', () => {
    const wanted = [...runbook.matchAll(/\$\(id (\w+) ([\w:]+)\)/g)]
    expect(wanted.length).toBeGreaterThan(10)
    for (const [, start = '', type] of wanted) {
      const found = resources.filter(([id, { Type }]) => id.startsWith(start) && Type === `AWS::${type}`)
      expect([start, found.length]).toEqual([start, type === 'Lambda::EventSourceMapping' ? 2 : 1])
    }
  })

  it.each(entries.filter(([name]) => /(?<!Release)Duration$/.test(name)))(
    'says of %s what the template does',
    (name, entry) => {
      const [, { Properties = {} } = {}] = alarms.find(([id]) => id.includes(name)) ?? []
      const { Dimensions = [], Threshold } = Properties as {
        Dimensions?: { Value: { Ref: string } }[]
        Threshold: number
      }
      const { Timeout } = resources.find(([id]) => id === Dimensions[0]?.Value.Ref)?.[1].Properties ?? {}
      const [, took, all] = / took ([\d.]+) s (?:or more )?of (?:its|the) (\d+) s/.exec(entry) ?? []
      expect([Number(took), Number(all)]).toEqual([Number((Threshold / 1000).toPrecision(3)), Timeout])
    },
  )

  it('links to entries that there are', () => {
    const anchors = entries.map(([name]) => name.toLowerCase())
    for (const [, anchor] of runbook.matchAll(/\]\(#(\w+)\)/g)) expect(anchors).toContain(anchor)
  })
})
