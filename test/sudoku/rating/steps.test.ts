import { beforeAll, describe, expect, it } from 'vitest'
import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import type { Step } from '../../../shared/sudoku/rating/steps.ts'
import {
  HUMAN_TECHNIQUE_NAMES,
  type RuleSetName,
  type StepName,
  TECHNIQUES,
  type TechniqueName,
} from '../../../shared/sudoku/rating/techniques.ts'
import { oneOfEachForm } from '../../forms.ts'
import { type JudgedStep, judgedSteps } from './judged-steps.ts'
import { deservesName } from './name-checker.ts'
import { EXAMPLES, RATED } from './rated.ts'
import { faultOf } from './step-checker.ts'

/** The puzzles of docs/ratings/examples.tsv that take no seconds. */
const QUICK = EXAMPLES.filter(([name]) => !/^(dynamic|nested)/.test(name)).map(([, puzzle]) => puzzle)

/** None of the others has a remote pair, a locked triple, a unique rectangle of type 5 or a BUG beside three cells. */
const SELDOM = [
  '...4.2....6......9......12313......89.2....3.5...8.96..5.8.6..24....9......3.481.',
  '.45...1...1...........3.96...3..9.7..5....3..7....5..2..48....3...6...9.....124..',
  '1..2...86.69............1..7..9.....9.2....17.....1..28...3..7..4..76.....68..4..',
  '..6..8.......5.9..2....38...58.........4....739..1.........536........8..4.3.2..9',
]

const known = new Map<string, readonly JudgedStep[]>()

/** The steps of a puzzle, judged by the first test that asks for them, each with candidates of its own. */
function onceJudged(puzzle: string, ruleSet?: RuleSetName): readonly JudgedStep[] {
  const name = `${puzzle} ${ruleSet}`
  const steps = known.get(name) ?? [...judgedSteps(puzzle, { ruleSet }).map(withOwnCandidates)]
  known.set(name, steps)
  return steps
}

function withOwnCandidates(judged: JudgedStep): JudgedStep {
  return { ...judged, candidates: judged.candidates.map((digits) => new Set(digits)) }
}

/** Has each step of a puzzle pass the judges, and answers them. */
function judged(puzzle: string, ruleSet?: RuleSetName): Step[] {
  const placed = [...digitsOf(puzzle)]
  const steps: Step[] = []
  let solved: readonly number[] = []
  for (const { step, solution, fault } of onceJudged(puzzle, ruleSet)) {
    expect({ puzzle, step, fault }).toMatchObject({ fault: undefined })
    for (const { cell, digit } of step.placements) placed[cell] = digit
    steps.push(step)
    solved = [...solution]
  }
  expect(placed).toEqual(solved)
  return steps
}

describe('every step passes the judges, and the last one completes the solution', () => {
  it('of one puzzle for each technique', () => {
    const hardest = new Map(RATED.map((rated) => [rated.technique, rated]))
    const steps = [...hardest.values()].flatMap(({ puzzle }) => judged(puzzle))
    const met = new Set(steps.map(({ technique }) => technique))
    expect([...hardest.keys()].filter((technique) => !met.has(technique as TechniqueName))).toEqual([])
    expect(met.size).toBeGreaterThan(25)
  })

  it('of a rectangle beside which the subset is hidden', () => {
    const steps = judged('...3.4...5..6.....9...1..8..5.4...7..1.9.5.6.......9...8....79.7.25....3..4.6.2..')
    expect(steps.map(({ text }) => text).join()).toMatch(/so one of these two is. As in .* only .* can be/)
  })

  it('by human-1 of one puzzle for each technique of its own', () => {
    const met = QUICK.flatMap((puzzle) => judged(puzzle, 'human-1')).map(({ technique }) => technique)
    const own = HUMAN_TECHNIQUE_NAMES.filter((name) => !(name in TECHNIQUES))
    expect(own.filter((technique) => !met.includes(technique))).toEqual([])
  })

  it('in the sentences of sentences.txt: one of each form, whatever cells and digits it tells of', async () => {
    const rated = [...new Map(RATED.map((rated) => [rated.technique, rated.puzzle])).values()]
    const byExplainer = [...rated, ...SELDOM].map((puzzle) => judged(puzzle))
    const steps = [...byExplainer, ...[...QUICK, ...SELDOM].map((puzzle) => judged(puzzle, 'human-1'))].flat()
    const told = steps.map(({ rating, cells, text }) => `${rating} ${cells} ${text}`)
    await expect(oneOfEachForm(told)).toMatchFileSnapshot('sentences.txt')
  })

  it('of all rated puzzles', () => {
    for (const { puzzle, er } of RATED) expect(Math.max(...judged(puzzle).map(({ rating }) => rating))).toBe(er)
  })
})

describe('the judge refuses', () => {
  /** The steps of some puzzles, each with the candidates before it. */
  function* judgedBefore() {
    const hardest = new Map(RATED.filter(({ er }) => er < 8.5).map((rated) => [rated.technique, rated.puzzle]))
    for (const puzzle of hardest.values()) yield* onceJudged(puzzle)
    for (const puzzle of QUICK) yield* onceJudged(puzzle, 'human-1')
  }
  let steps: readonly JudgedStep[] = []
  beforeAll(() => {
    steps = judgedBefore().toArray()
  })

  it('what takes a digit of the solution away, or places another', () => {
    let tried = 0
    for (const { step, candidates, solution } of steps) {
      const cell = candidates.findIndex((digits) => digits.size > 1)
      if (cell < 0) continue
      const digit = solution[cell]
      const [other] = [...candidates[cell]].filter((one) => one !== digit)
      const wrong = { ...step, placements: [], eliminations: [{ cell, digits: [digit] }] }
      const placed = { ...step, placements: [{ cell, digit: other }], eliminations: [] }
      expect([faultOf(wrong, candidates, solution), faultOf(placed, candidates, solution)]).not.toContain(undefined)
      tried++
    }
    expect(tried).toBeGreaterThan(300)
  })

  it('what the pattern does not say, though it is right', () => {
    let tried = 0
    for (const { step, candidates, solution } of steps) {
      if (step.eliminations.length === 0 || step.links.length > 0) continue
      const gone = new Set(step.eliminations.map(({ cell }) => cell))
      const cells = new Set([...step.cells, ...gone])
      const cell = candidates.findIndex((digits, at) => digits.size > 1 && !cells.has(at))
      if (cell < 0 || /bug|unique|aligned/.test(step.technique)) continue
      const digits = [...candidates[cell]].filter((digit) => digit !== solution[cell] && !step.digits.includes(digit))
      if (digits.length === 0) continue
      expect(faultOf({ ...step, eliminations: [{ cell, digits }] }, candidates, solution)).toContain(step.technique)
      tried++
    }
    expect(tried).toBeGreaterThan(20)
  })

  it('another name of the family', () => {
    const families = [
      ['full-house', 'hidden-single'],
      ['locked-pair', 'naked-pair'],
      ['unique-rectangle-1', 'unique-rectangle-2', 'unique-rectangle-4', 'bug'],
      ['skyscraper', 'two-string-kite'],
      ['x-chain', 'turbot-fish', 'w-wing', 'discontinuous-nice-loop'],
      ['alternating-inference-chain', 'xy-chain', 'remote-pair', 'discontinuous-nice-loop'],
      ['forcing-chain-verity', 'forcing-net-verity', 'forcing-chain-contradiction'],
    ] as const satisfies readonly (readonly StepName[])[]
    const refused = new Set<string>()
    for (const { step, candidates } of steps) {
      for (const name of families.filter((family) => family.some((one) => one === step.name)).flat()) {
        if (name !== step.name && !deservesName({ ...step, name }, candidates)) refused.add(`${step.name} no ${name}`)
      }
    }
    const rivals = families.flatMap(([first, ...others]) => others.map((other) => `${first} no ${other}`))
    expect(rivals.filter((pair) => !refused.has(pair))).toEqual([])
  })

  it('a link of any chain with another reason, without one or left out, and a text with another inference', () => {
    let tried = 0
    let retold = 0
    for (const { step, candidates, solution } of steps) {
      const wrong = step.links.flatMap((link, at) =>
        [link.why === 'cell' ? 'row' : 'cell', undefined].map((why) =>
          step.links.with(at, { ...link, why: why as typeof link.why }),
        ),
      )
      if (wrong.length === 0) continue
      for (const links of [...wrong, step.links.toSpliced(1, 1)]) {
        expect(faultOf({ ...step, links }, candidates, solution)).toMatch(/: it does not hold that (?!the arrows)/)
        tried++
      }
      const text = step.text.replace(/( → (?:it|r\dc\d) is) not (?=\d → (?:it|r\dc\d) is)/, '$1 ')
      if (text === step.text) continue
      expect(faultOf({ ...step, text }, candidates, solution)).toContain('the arrows')
      retold++
    }
    expect(tried).toBeGreaterThan(300)
    expect(retold).toBeGreaterThan(30)
  })

  it('a chain within a chain with another inference', () => {
    const puzzle = '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1'
    const within = /(: (?:\(a\) )?if r\dc\d is \d → (?:it|r\dc\d) is) not/
    const judged = judgedSteps(puzzle, {}).find(({ step }) => within.test(step.text))
    const { step, candidates, solution, fault } = judged as JudgedStep
    expect(fault).toBeUndefined()
    const text = step.text.replace(within, '$1')
    expect(faultOf({ ...step, text }, candidates, solution)).toContain(' → ')
  })

  it('a text that leaves out a place, or a candidate', () => {
    let tried = 0
    for (const { step, candidates, solution } of steps) {
      const fewer = step.text.replace(/ (only r\dc\d) and r\dc\d can|(can only be \d) or \d,/, ' $1$2 can')
      if (fewer === step.text) continue
      expect(faultOf({ ...step, text: fewer }, candidates, solution), fewer).toContain('only')
      tried++
    }
    expect(tried).toBeGreaterThan(20)
  })
})
