import type { Link, LinkEnd } from '../../../shared/sudoku/rating/hint.ts'
import type { Step } from '../../../shared/sudoku/rating/steps.ts'
import type { TechniqueName } from '../../../shared/sudoku/rating/techniques.ts'

/**
 * A judge of steps. It knows what each technique is by its definition, in the plainest words, and the solution; it
 * shares no code with what finds the steps.
 */

/** The candidates of each cell; of a cell with a digit, none. */
export type Candidates = readonly Set<number>[]

export const CELLS = Array.from({ length: 81 }, (_, cell) => cell)
export const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const rowOf = (cell: number) => Math.floor(cell / 9) + 1
const columnOf = (cell: number) => (cell % 9) + 1
const boxOf = (cell: number) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3) + 1
export const KINDS = { row: rowOf, column: columnOf, box: boxOf } as const
type Kind = keyof typeof KINDS

/** All units by their names. */
export const UNITS = new Map<string, readonly number[]>(
  (['row', 'column', 'box'] as const).flatMap((kind) =>
    NINE.map((number) => [`${kind} ${number}`, CELLS.filter((cell) => KINDS[kind](cell) === number)] as const),
  ),
)

export const sees = (a: number, b: number) =>
  a !== b && (rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b))

export const peersOf = (cell: number) => CELLS.filter((other) => sees(other, cell))

/** Candidates after givens, and digits placed. */
export function candidatesOf(digits: ArrayLike<number>): Set<number>[] {
  return CELLS.map((cell) =>
    digits[cell]
      ? new Set()
      : new Set(NINE.filter((digit) => !CELLS.some((c) => sees(c, cell) && digits[c] === digit))),
  )
}

/** The candidates that are left when a step is taken. */
export function take(candidates: readonly Set<number>[], step: Pick<Step, 'placements' | 'eliminations'>): void {
  for (const { cell, digits } of step.eliminations) for (const digit of digits) candidates[cell].delete(digit)
  for (const { cell, digit } of step.placements) {
    candidates[cell].clear()
    for (const peer of CELLS) if (sees(peer, cell)) candidates[peer].delete(digit)
  }
}

/** The fault of a step, or undefined. */
export function faultOf(step: Step, candidates: Candidates, solution: ArrayLike<number>): string | undefined {
  try {
    must(step.placements.length + step.eliminations.length > 0, 'it does something')
    for (const { cell, digit } of step.placements) {
      must(candidates[cell].has(digit), `${digit} is a candidate of cell ${cell}`)
      must(solution[cell] === digit, `${digit} is the solution of cell ${cell}`)
    }
    for (const [cell, digit] of gone(step)) {
      must(candidates[cell].has(digit), `${digit} is a candidate of cell ${cell} that can go`)
      must(solution[cell] !== digit, `${digit} is not the solution of cell ${cell}`)
    }
    must(step.text.endsWith('.') && !/undefined|NaN|,,| {2}/.test(step.text), `a sentence: ${step.text}`)
    CHECKERS[step.technique](step, candidates)
    mustBeTold(step, candidates)
    if (step.links.length > 0) mustBeFollowed(step, candidates)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return `${step.technique}: ${error.message}`
    throw error
  }
}

/** What a text says of places and candidates is so: `in row 1 only r1c2 and r1c5 can be 6, and in row 4 only …`, `r1c2 can only be 3 or 5`. */
function mustBeTold({ text, cells: all, digits: pair }: Step, candidates: Candidates): void {
  const places =
    /in ((?:box|row|column) \d) only ((?:(?:, | and )?r\dc\d)+)(?: can be (\d(?:(?:, | or )\d)*)|( is left))?/g
  let of: readonly number[] = []
  for (const [told, unit, cells, digits, isLater] of text.matchAll(places)) {
    // What is left once the rest has gone is not so yet.
    if (isLater) continue
    of = digits ? digitsOf(digits) : of
    for (const digit of of) must(isWithin(placesOf(candidates, unitNamed(unit), digit), cellsOf(cells)), told)
  }
  const room =
    /((?:row|column)s (?:\d|, | and )+) have room for (\d) only in ((?:row|column)s (?:\d|, | and )+\d)(?:, except at ([^.]*) \(the fins?\)\.)?/g
  for (const [told, lines, digit, crossing, fins = ''] of text.matchAll(room)) {
    const cellsIn = (names: string) =>
      digitsOf(names).flatMap((number) => unitNamed(`${names.slice(0, names.indexOf('s '))} ${number}`))
    const outside = cellsIn(lines).filter((cell) => candidates[cell].has(+digit) && !cellsIn(crossing).includes(cell))
    must(outside.toSorted().join() === cellsOf(fins).toSorted().join(), told)
  }
  const able = /((?:(?:, | and )?r\dc\d)+) (?:can only be|only) (\d(?:(?:, | or )\d)*)/g
  for (const [told, cells, digits] of text.matchAll(able))
    for (const cell of cellsOf(cells)) must(isWithin(candidates[cell], digitsOf(digits)), told)
  for (const [told, cells] of text.matchAll(/ only ((?:(?:, | and )?r\dc\d)+) can be another digit/g)) {
    const others = all.filter((cell) => !isWithin(candidates[cell], pair.slice(0, 2)))
    must(others.toSorted().join() === cellsOf(cells).toSorted().join(), told)
  }
}

/** A clause on candidates, `r1c2 and r1c5 are not 3 or 4`, and what an inference in words begins with: several of them. */
const CLAUSE = '(?:r\\dc\\d|it)(?:(?:, | and )r\\dc\\d)* (?:is|are) (?:not )?\\d(?:(?:, | or )\\d)*'
const BEGINNING = new RegExp(`(?:^|\\) |: )(?:if )?(${CLAUSE}(?:(?:, and|,| and) ${CLAUSE})*) → (?=(?:r\\dc\\d|it)\\b)`)

interface Inferred {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** The inferences of a line: `(1) if r1c2 is 3 → r1c5 is not 3 → it is 4 (its last digit)`. */
function inferredIn(line: string): Inferred[] {
  const plain = line.replace(/(?<=.) \([^)]*\)/g, '').split(/, so at least one |\. |, and (?=\S+( \d)? would )/)[0]
  const [told, from = ''] = BEGINNING.exec(plain) ?? []
  if (told === undefined) return []
  const [rest] = plain.slice(plain.indexOf(told) + told.length).split(': ')
  let cell = ''
  const ends = [from, ...rest.split(' → ')].map((clauses) => {
    const found = [...clauses.matchAll(new RegExp(CLAUSE, 'g'))].flatMap(([clause]) => {
      const [cells, isNot, digits] = clause.split(/ (?:is|are) (not )?/)
      const named = cells === 'it' ? [cell] : (cells.match(/r\dc\d/g) ?? [])
      return named.flatMap((at) => digitsOf(digits).map((digit) => `${at}${isNot ? '≠' : '='}${digit}`))
    })
    cell = found.at(-1)?.slice(0, 4) ?? cell
    return found
  })
  return ends.slice(1).flatMap((to, i) => (to.length > 0 ? [{ from: ends[i], to }] : []))
}

/** The chains of a text are its links, or are a part of one that goes on until the text says what follows. */
function mustBeFollowed(step: Step, candidates: Candidates): void {
  const said = step.text.slice(step.text.indexOf(': ') + 2, step.text.lastIndexOf('; so '))
  const lines = said.replace(/^.*?: /, '').split('; ')
  // Short chains of one digit, and of one pair, have sentences of their own.
  if (/^(?:Skyscraper|Two-string kite|Turbot fish|W-wing|Remote pair): /.test(step.text)) return
  const isInner = (line: string) => /^\([a-z]/i.test(line)
  const chains = arrowsOf(step)
  const isMultiple = /^(nishio|cell|region|dynamic|nested)/.test(step.technique)
  const proofs = new Map<string, readonly string[]>()
  /** What is told to follow from an assumption. */
  const stands = new Map(chains.map(([first = '']) => [first.slice(0, 6), new Set([first.slice(0, 6)])]))
  for (const [i, line] of lines.entries()) {
    if (isInner(line)) continue
    const chain = Number(/^\((\d)(?:\.|\) )/.exec(line)?.[1] ?? step.links[0].chain + 1) - 1
    const inferred = inferredIn(line)
    must(inferred.length > 0, `a line follows: ${line}`)
    if (!isMultiple) {
      const run = inferred.flatMap(({ from, to }) => to.flatMap((end) => from.map((one) => `${one} → ${end}`)))
      const isPart = lines.length === 1 && chains.some((arrows) => `${[...arrows, ...arrows]}`.includes(`${run}`))
      must(isPart, `the arrows are the links: ${line}`)
      continue
    }
    const [, ...begin] = line.split(/: (?=.*if )/)
    const end = lines.findIndex((other, j) => j > i && !isInner(other))
    const [, label = '', as = '', other] =
      /^\(([\d.]+)\).*?(?: \(as in ([\d.]+)(?:, but if (.*))?\))?$/.exec(line) ?? []
    const tried = /if (.*?) → /.exec(proofs.get(as)?.[0] ?? '')?.[1] ?? ''
    const before = proofs.get(as)?.map((one) => one.replaceAll(tried, other ?? tried))
    const proof = begin.length > 0 ? [`${begin.at(-1)}`, ...lines.slice(i + 1, end < 0 ? lines.length : end)] : before
    if (proof) proofs.set(label, proof)
    if (proof) mustBeProved(inferred, proof, candidates)
    const known = stands.get(chains[chain][0].slice(0, 6)) ?? new Set()
    for (const { from, to } of inferred) {
      must(isWithin(from, known), `the arrows from ${from} begin at what stands: ${line}`)
      const left = without(candidates, from)
      for (const one of to) {
        const [cell, digit] = atOf(one)
        const isByPattern = one[4] === '≠' && Object.values(PATTERNS).some((is) => is({ cell, digit, on: false }, left))
        const isTold = proof !== undefined || isByPattern || canFollow(one, from, candidates)
        must(isTold, `the arrows to ${one} hold in ${line}`)
        known.add(one)
      }
    }
  }
  for (const [chain, arrows] of isMultiple ? chains.entries() : []) {
    // Of two that exclude each other the last arrow is said first.
    const isClash = chain === 1 && / would (?:have two|be both) /.test(step.text.split(': ')[1])
    const end = arrows.at(-1)?.slice(...(isClash ? [0, 6] : [-6]))
    must(!end || stands.get(arrows[0].slice(0, 6))?.has(end) === true, `the arrows come to ${end}: ${step.text}`)
  }
}

/** What chains within a line tell follows, one after the other, on what is left by what the line begins with. */
function mustBeProved([{ from, to }]: readonly Inferred[], lines: readonly string[], candidates: Candidates): void {
  const left = without(candidates, from)
  // Those that have chains within them rest on more.
  const plain = lines.filter((line, i) => i === 0 || !line.includes(': ')).map(inferredIn)
  const [, where, digit] = / (\w+ \d|r\dc\d) would have no \D*(\d)?$/.exec(lines[lines.length - 1]) ?? []
  const known = [to[0].replace(/[=≠]/, (sign) => (sign === '=' ? '≠' : '='))]
  for (const one of plain.flat()) {
    const isTold = !where || isWithin(one.from, known)
    must(isTold && one.to.every((end) => canFollow(end, one.from, left)), `${one.from} → ${one.to} in ${lines[0]}`)
    known.push(...one.to)
  }
  const tried = `if ${to[0].slice(0, 4)} is ${to[0][4] === '=' ? 'not ' : ''}${to[0][5]} → `
  const last = without(left, known)
  const lacking = where && (digit ? placesOf(last, unitNamed(where), +digit) : [...last[cellsOf(where)[0]]])
  const isRefuted = to.length === 1 && lines[0].includes(tried) && lacking?.length === 0
  const ends = plain.map((line) => line.at(-1)?.to[0].slice(0, 4))
  must(where ? isRefuted : ends.includes(to[0].slice(0, 4)), `it proves ${to}: ${lines.join('; ')}`)
}

/** What some ends leave: one that is off rules itself out, and one that is on all that see it. */
function without(candidates: Candidates, ends: readonly string[]): Set<number>[] {
  const left = candidates.map((digits) => new Set(digits))
  for (const end of ends) {
    const [cell, digit] = atOf(end)
    if (end.includes('=')) put(left, cell, digit)
    else left[cell].delete(digit)
  }
  return left
}

const atOf = (end: string) => [...cellsOf(end), Number(end.at(-1))] as const

/** Whether no other candidate of a cell or a unit is left, or one that is right rules another one out. */
function canFollow(end: string, from: readonly string[], candidates: Candidates): boolean {
  const [cell, digit] = atOf(end)
  const before = from.map(atOf)
  if (end.includes('≠'))
    return before.some(([at, one]) => (at === cell ? one !== digit : one === digit && sees(at, cell)))
  const left = without(candidates, from)
  const isLeft = (at: number, of: number) => left[at].has(of)
  const units = [...UNITS.values()].filter((cells) => cells.includes(cell))
  return (
    NINE.every((one) => one === digit || !isLeft(cell, one)) ||
    units.some((cells) => cells.every((at) => at === cell || !isLeft(at, digit)))
  )
}

const digitsOf = (words: string) => Array.from(words.matchAll(/\d/g), Number)
const cellsOf = (words: string) =>
  Array.from(words.matchAll(/r(\d)c(\d)/g), ([, row, column]) => 9 * +row + +column - 10)

/** The arrows of each chain; it has none where it is what it assumes. */
function arrowsOf({ links }: Step): string[][] {
  const name = ({ cell, digit, on }: LinkEnd) => `r${rowOf(cell)}c${columnOf(cell)}${on ? '=' : '≠'}${digit}`
  return Array.from({ length: Math.max(...links.map(({ chain }) => chain)) + 1 }, (_, chain) =>
    links.flatMap(({ from, to, chain: of }) => (of === chain ? [`${name(from)} → ${name(to)}`] : [])),
  )
}

class Fault extends Error {}

function must(holds: boolean, claim: string): void {
  if (!holds) throw new Fault(`it does not hold that ${claim}`)
}

export const gone = (step: Pick<Step, 'eliminations'>) =>
  step.eliminations.flatMap(({ cell, digits }) => digits.map((digit) => [cell, digit] as const))

function unitNamed(name: string): readonly number[] {
  const cells = UNITS.get(name)
  if (!cells) throw new Fault(`there is no unit ${name}`)
  return cells
}

export const placesOf = (candidates: Candidates, cells: readonly number[], digit: number) =>
  cells.filter((cell) => candidates[cell].has(digit))
export const isWithin = <T>(some: Iterable<T>, all: Iterable<T>) => [...some].every((one) => [...all].includes(one))
export const unionOf = (candidates: Candidates, cells: readonly number[]) =>
  new Set(cells.flatMap((cell) => [...candidates[cell]]))

type Checker = (step: Step, candidates: Candidates) => void

function hiddenSingle({ units, placements: [{ cell, digit }] }: Step, candidates: Candidates): void {
  must(placesOf(candidates, unitNamed(units[0]), digit).join() === `${cell}`, `${digit} has one place in ${units[0]}`)
}

function nakedSingle({ placements: [{ cell }] }: Step, candidates: Candidates): void {
  must(candidates[cell].size === 1, 'there is one candidate')
}

const locking =
  (from: 'box' | 'line', isDirect: boolean): Checker =>
  ({ units: [first, second, beside], digits: [digit], placements, eliminations }, candidates) => {
    must(first.startsWith('box') === (from === 'box'), `it is looked at from a ${from}`)
    const places = placesOf(candidates, unitNamed(first), digit)
    must(places.length > 1 && isWithin(places, unitNamed(second)), `all places of ${first} are in ${second}`)
    if (isDirect) {
      const left = placesOf(candidates, unitNamed(beside), digit).filter((cell) => !unitNamed(second).includes(cell))
      must(left.join() === `${placements[0].cell}` && placements[0].digit === digit, `${beside} has one place left`)
    }
    for (const [cell, which] of gone({ eliminations })) {
      must(which === digit && unitNamed(second).includes(cell), `${cell} is in ${second}`)
      must(!unitNamed(first).includes(cell), `${cell} is not in ${first}`)
    }
  }

const nakedSet =
  (size: number): Checker =>
  (step, candidates) => {
    const { cells, digits, units } = step
    must(cells.length === size && digits.length === size, `there are ${size} cells and digits`)
    for (const unit of units) must(isWithin(cells, unitNamed(unit)), `they are in ${unit}`)
    must(isWithin(unionOf(candidates, cells), digits), 'they have no others')
    for (const [cell, digit] of gone(step)) {
      const isBeside = !cells.includes(cell) && units.some((unit) => unitNamed(unit).includes(cell))
      must(digits.includes(digit) && isBeside, `${cell} is beside`)
    }
  }

const hiddenSet =
  (size: number, isDirect: boolean): Checker =>
  (step, candidates) => {
    const { cells, digits, units, placements } = step
    must(cells.length === size && digits.length === size, `there are ${size} cells and digits`)
    for (const digit of digits) {
      must(isWithin(placesOf(candidates, unitNamed(units[0]), digit), cells), `${digit} is nowhere else`)
    }
    for (const [cell, digit] of gone(step)) must(cells.includes(cell) && !digits.includes(digit), `${digit} is another`)
    if (!isDirect) return
    const [{ cell, digit }] = placements
    const left = placesOf(candidates, unitNamed(units[0]), digit).filter((place) => !cells.includes(place))
    must(!digits.includes(digit) && left.join() === `${cell}`, 'one place is left')
  }

const fish =
  (size: number): Checker =>
  (step, candidates) => {
    const [digit] = step.digits
    const [lines, crossing] = [step.units.slice(0, size), step.units.slice(size)]
    must(crossing.length === size && lines[0].split(' ')[0] !== crossing[0].split(' ')[0], 'as many lines cross')
    const covered = crossing.flatMap((unit) => unitNamed(unit))
    const based = lines.flatMap((unit) => unitNamed(unit))
    must(isWithin(placesOf(candidates, based, digit), covered), 'all places are covered')
    for (const [cell, which] of gone(step)) {
      must(which === digit && covered.includes(cell) && !based.includes(cell), `${cell} is in a crossing line only`)
    }
  }

const wing =
  (size: 2 | 3): Checker =>
  (step, candidates) => {
    const [pivot, first, second] = step.cells
    must(candidates[pivot].size === size && sees(pivot, first) && sees(pivot, second), 'the pivot sees both')
    for (const [cell, digit] of gone(step)) {
      // Whatever the pivot is, one of the cells is the digit.
      for (const choice of candidates[pivot]) {
        const holders = [first, second].filter((pincer) => {
          const left = [...candidates[pincer]].filter((candidate) => candidate !== choice)
          return left.length === 1 && left[0] === digit && sees(cell, pincer)
        })
        must(holders.length > 0 || (choice === digit && sees(cell, pivot)), `${choice} makes a cell ${digit}`)
      }
    }
  }

/** Patterns of one digit: were a candidate right that goes, no way would be left to place the digit in some units. */
const ofOneDigit =
  (unitCount: number): Checker =>
  (step, candidates) => {
    const units = step.units.slice(0, unitCount).map(unitNamed)
    must(units.length === unitCount && step.digits.length === 1, `there are ${unitCount} units and one digit`)
    const ways = (seen: readonly number[], [unit, ...others]: typeof units): boolean =>
      unit === undefined ||
      placesOf(candidates, unit, step.digits[0]).some(
        (place) => !seen.some((one) => sees(one, place)) && ways([...seen, place], others),
      )
    for (const [cell, digit] of gone(step))
      must(digit === step.digits[0] && !ways([cell], units), `${digit} in ${cell} leaves no way`)
  }

/** What sees both cells goes: were it right, nothing would be left. The judge of names says how they are joined. */
const wWing: Checker = (step, candidates) => {
  for (const [cell, digit] of gone(step)) {
    must(digit === step.digits[0] && step.cells.slice(0, 2).every((end) => sees(cell, end)), `${cell} sees both`)
    must(!leftIf(candidates, (all) => put(all, cell, digit)), `${digit} in ${cell} leaves nothing`)
  }
}

/** Were a candidate right that goes, pairs of places that are joined would lead from it to two that are right in a unit. */
const colouring: Checker = (step, candidates) => {
  const places = [...UNITS.values()].map((unit) => placesOf(candidates, unit, step.digits[0]))
  const pairs = places.filter((pair) => pair.length === 2 && isWithin(pair, step.cells))
  for (const [cell, digit] of gone(step)) {
    const right = new Set([cell])
    for (const one of right) {
      for (const [a, b] of pairs) {
        if (sees(one, a)) right.add(b)
        if (sees(one, b)) right.add(a)
      }
    }
    const clash = [...right].some((one) => [...right].some((other) => sees(one, other)))
    must(clash && digit === step.digits[0], `${digit} in ${cell} leads to two in a unit`)
  }
}

/** The candidates that are left if something holds, by naked and hidden sets of any size in some units; undefined if nothing can hold. */
function leftIf(candidates: Candidates, assume: (left: Set<number>[]) => void): Set<number>[] | undefined {
  const left = candidates.map((digits) => new Set(digits))
  assume(left)
  const open = CELLS.filter((cell) => candidates[cell].size > 0)
  for (let before = -1, now = sizeOf(left); before !== now; before = now, now = sizeOf(left)) {
    if (open.some((cell) => left[cell].size === 0)) return undefined
    for (const unit of UNITS.values()) {
      const cells = unit.filter((cell) => open.includes(cell))
      const digits = unionOf(candidates, cells)
      if ([...digits].some((digit) => isNeeded(candidates, unit, digit) && placesOf(left, cells, digit).length === 0)) {
        return undefined
      }
      for (let mask = 1; mask < 1 << cells.length; mask++) {
        const set = cells.filter((_, i) => mask & (1 << i))
        const union = unionOf(left, set)
        if (union.size < set.length) return undefined
        if (union.size > set.length) continue
        for (const cell of cells) if (!set.includes(cell)) for (const digit of union) left[cell].delete(digit)
      }
    }
  }
  return left
}

const sizeOf = (left: readonly Set<number>[]) => left.reduce((sum, digits) => sum + digits.size, 0)
const isNeeded = (candidates: Candidates, unit: readonly number[], digit: number) =>
  placesOf(candidates, unit, digit).length > 0

function put(left: readonly Set<number>[], cell: number, digit: number): void {
  left[cell].clear()
  left[cell].add(digit)
  for (const peer of CELLS) if (sees(peer, cell)) left[peer].delete(digit)
}

const uniqueLoop: Checker = (step, candidates) => {
  const { cells } = step
  const pair = step.digits.slice(0, 2)
  must(cells.length >= 4 && cells.length % 2 === 0, 'the loop is even')
  for (const cell of cells) must(candidates[cell].size > 0, `${cell} is empty`)
  for (const [i, cell] of cells.entries()) must(sees(cell, cells[(i + 1) % cells.length]), `${cell} sees the next`)
  for (const [name, unit] of UNITS) {
    must([0, 2].includes(cells.filter((cell) => unit.includes(cell)).length), `${name} has two cells of it, or none`)
  }
  for (const [cell, digit] of gone(step)) {
    const left = leftIf(candidates, (all) => put(all, cell, digit))
    must(!left || cells.every((one) => isWithin(left[one], pair)), `${digit} in ${cell} leaves a loop of two digits`)
  }
}

const bug: Checker = (step, candidates) => {
  // Candidates beyond two a cell, and places beyond two a digit, in one way or another.
  const ways = step.cells.reduce<(readonly [number, number])[][]>(
    (all, cell) => {
      const more = subsets([...candidates[cell]], candidates[cell].size - 2)
      return all.flatMap((way) => more.map((digits) => [...way, ...digits.map((digit) => [cell, digit] as const)]))
    },
    [[]],
  )
  const way = ways.find((more) => {
    const left = candidates.map((digits) => new Set(digits))
    for (const [cell, digit] of more) left[cell].delete(digit)
    return (
      left.every((digits) => [0, 2].includes(digits.size)) &&
      [...UNITS.values()].every((unit) => NINE.every((digit) => [0, 2].includes(placesOf(left, unit, digit).length)))
    )
  })
  if (!way) throw new Fault('nothing makes a grave of it')
  for (const [cell, digit] of gone(step)) {
    const left = leftIf(candidates, (all) => put(all, cell, digit))
    must(!left || way.every(([c, more]) => !left[c].has(more)), `${digit} in ${cell} leaves a grave`)
  }
}

export function subsets<T>(of: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return of.flatMap((one, i) => subsets(of.slice(i + 1), size - 1).map((rest) => [one, ...rest]))
}

const aligned =
  (size: 2 | 3): Checker =>
  (step, candidates) => {
    const [bases, shared] = [step.cells.slice(0, size), step.cells.slice(size)]
    for (const cell of shared) must(isWithin(bases, peersOf(cell)), `${cell} sees all of them`)
    const ways = bases.reduce<number[][]>(
      (all, cell) => all.flatMap((way) => [...candidates[cell]].map((digit) => [...way, digit])),
      [[]],
    )
    const fits = (way: readonly number[]) =>
      way.every((digit, i) => way.every((other, j) => i >= j || digit !== other || !sees(bases[i], bases[j]))) &&
      shared.every((cell) => !isWithin(candidates[cell], way))
    for (const [cell, digit] of gone(step)) {
      must(!ways.some((way) => way[bases.indexOf(cell)] === digit && fits(way)), `no way fits ${digit} in ${cell}`)
    }
  }

/** A chain that has been followed from what it assumes: what holds in it, and what comes last. */
interface Followed {
  readonly assumed: LinkEnd
  readonly end: LinkEnd
  readonly holds: readonly LinkEnd[]
}

export const same = (a: LinkEnd, b: LinkEnd) => a.cell === b.cell && a.digit === b.digit && a.on === b.on
const opposite = (end: LinkEnd): LinkEnd => ({ ...end, on: !end.on })
const named = ({ cell, digit, on }: LinkEnd) => `${digit} in ${cell} is ${on ? 'on' : 'off'}`

/** Follows the links of a chain, each of which has to follow from what holds before it. */
function follow(links: readonly Link[], candidates: Candidates): Followed {
  const assumed = links[0].from
  const holds = [assumed]
  for (let i = 0; i < links.length; ) {
    const { to, why } = links[i]
    const from: LinkEnd[] = []
    for (; i < links.length && same(links[i].to, to); i++) {
      must(links[i].why === why, `all that leads to ${named(to)} does so by the same`)
      from.push(links[i].from)
    }
    const late = from.find((end) => !holds.some((held) => same(held, end)))
    must(late === undefined, `what leads to ${named(to)} holds before it`)
    must(candidates[to.cell].has(to.digit), `${named(to)} is a candidate`)
    if (to.on) checkLeft(to, from, why, candidates)
    else if (why in KINDS || why === 'cell') checkExcluded(to, from, why)
    else checkPattern(to, from, why as TechniqueName, candidates)
    holds.push(to)
  }
  return { assumed, end: links[links.length - 1].to, holds }
}

/** An end that is on is all that is left in its cell or unit, as it follows from all the others there. */
function checkLeft(to: LinkEnd, from: readonly LinkEnd[], why: Link['why'], candidates: Candidates): void {
  must(areOff(from), 'what is on follows from what is off')
  must(why in KINDS || why === 'cell', `${why} is a unit or a cell`)
  const of = KINDS[why as Kind]
  const left =
    why === 'cell'
      ? [...candidates[to.cell]].map((digit) => ({ ...to, digit }))
      : placesOf(candidates, CELLS, to.digit).flatMap((cell) => (of(cell) === of(to.cell) ? { ...to, cell } : []))
  const beside = left.filter((end) => !same(end, to)).map(opposite)
  const isAll = beside.length === from.length && beside.every((end) => from.some((other) => same(other, end)))
  must(isAll, `${named(to)}, as nothing else is left in its ${why}`)
}

/** An end that is off is excluded by one that is on. */
function checkExcluded(to: LinkEnd, from: readonly LinkEnd[], why: Link['why']): void {
  must(from.length === 1 && from[0].on, 'one candidate that is on excludes another')
  const [{ cell, digit }] = from
  if (why === 'cell') must(cell === to.cell && digit !== to.digit, `${named(to)} by its cell`)
  else {
    const of = KINDS[why as Kind]
    must(cell !== to.cell && digit === to.digit && of(cell) === of(to.cell), `${named(to)} by its ${why}`)
  }
}

/** An end that is off goes by a pattern, once others are off. */
function checkPattern(to: LinkEnd, from: readonly LinkEnd[], why: TechniqueName, candidates: Candidates): void {
  must(areOff(from), 'a pattern rests on what is off')
  const left = candidates.map((digits) => new Set(digits))
  for (const { cell, digit } of from) left[cell].delete(digit)
  const isPlain = why in PATTERNS
  must(isPlain ? PATTERNS[why as keyof typeof PATTERNS](to, left) : isRefuted(to, left), `${named(to)} by a ${why}`)
}

const areOff = (ends: readonly LinkEnd[]) => ends.every(({ on }) => !on)
const others = (cell: number) => [...UNITS.values()].filter((unit) => unit.includes(cell))

const isLocked =
  (isFromBox: boolean) =>
  ({ cell, digit }: LinkEnd, left: Candidates): boolean =>
    others(cell).some((unit) =>
      [...UNITS].some(([name, from]) => {
        const places = placesOf(left, from, digit)
        const isLocking = name.startsWith('box') === isFromBox && !from.includes(cell)
        return isLocking && places.length > 0 && isWithin(places, unit)
      }),
    )

/** Patterns within chains, each by its definition. */
const PATTERNS = {
  pointing: isLocked(true),
  claiming: isLocked(false),
  'hidden-pair': ({ cell, digit }: LinkEnd, left: Candidates) =>
    others(cell).some((unit) =>
      subsets(NINE, 2).some((pair) => {
        const places = new Set(pair.flatMap((one) => placesOf(left, unit, one)))
        return !pair.includes(digit) && places.size === 2 && places.has(cell)
      }),
    ),
  'naked-pair': ({ cell, digit }: LinkEnd, left: Candidates) =>
    others(cell).some((unit) =>
      subsets(
        unit.filter((one) => left[one].size > 0),
        2,
      ).some((pair) => {
        const union = unionOf(left, pair)
        return !pair.includes(cell) && union.size === 2 && union.has(digit)
      }),
    ),
  'x-wing': ({ cell, digit }: LinkEnd, left: Candidates) =>
    (['row', 'column'] as const).some((base) => {
      const cover = base === 'row' ? 'column' : 'row'
      return subsets(NINE, 2).some((lines) => {
        const places = lines.flatMap((line) => placesOf(left, unitNamed(`${base} ${line}`), digit))
        const covers = new Set(places.map(KINDS[cover]))
        return covers.size === 2 && covers.has(KINDS[cover](cell)) && !lines.includes(KINDS[base](cell))
      })
    }),
} as const

/** Whether a candidate contradicts itself by singles, or by singles after trying one candidate more. */
function isRefuted({ cell, digit }: LinkEnd, left: Candidates): boolean {
  const after = afterSingles(left, cell, digit)
  if (!after) return true
  for (let pass = 0; pass < 20; pass++) {
    const before = sizeOf(after)
    for (const c of CELLS) {
      if (after[c].size < 2) continue
      for (const d of after[c]) if (!afterSingles(after, c, d)) after[c].delete(d)
      if (after[c].size === 0) return true
    }
    if (sizeOf(after) === before) return false
  }
  return false
}

function afterSingles(from: Candidates, cell: number, digit: number): Set<number>[] | undefined {
  const left = from.map((digits) => new Set(digits))
  const open = CELLS.filter((one) => from[one].size > 0)
  const todo = [[cell, digit] as const]
  const done = new Set<number>()
  for (let next = todo.pop(); next; next = todo.pop()) {
    if (done.has(next[0])) continue
    done.add(next[0])
    if (!left[next[0]].has(next[1])) return undefined
    put(left, ...next)
    for (const one of open) {
      if (left[one].size === 0) return undefined
      if (left[one].size === 1 && !done.has(one)) todo.push([one, [...left[one]][0]])
    }
    for (const unit of UNITS.values()) {
      for (const one of NINE) {
        if (!isNeeded(from, unit, one)) continue
        const places = placesOf(left, unit, one)
        if (places.length === 0) return undefined
        if (places.length === 1 && !done.has(places[0])) todo.push([places[0], one])
      }
    }
  }
  return left
}

function conclusionsOf({ placements, eliminations }: Step): LinkEnd[] {
  if (placements.length > 0) return placements.map(({ cell, digit }) => ({ cell, digit, on: true }))
  return gone({ eliminations }).map(([cell, digit]) => ({ cell, digit, on: false }))
}

/** The chains of a step, followed; one without a link is what it assumes. */
function chainsOf({ links }: Step, candidates: Candidates): Followed[] {
  const count = Math.max(...links.map(({ chain }) => chain)) + 1
  return Array.from({ length: count }, (_, chain) => links.filter((link) => link.chain === chain))
    .filter((chain) => chain.length > 0)
    .map((chain) => follow(chain, candidates))
}

const forcingChain =
  (isAlongDigit: boolean): Checker =>
  (step, candidates) => {
    const [{ assumed, end }, ...more] = chainsOf(step, candidates)
    const [conclusion] = conclusionsOf(step)
    must(more.length === 0, 'it is one chain')
    must(same(end, conclusion) && same(assumed, opposite(end)), 'the opposite of the conclusion leads to it')
    must(!isAlongDigit || step.links.every(isOfOneDigit), 'it is along one digit')
  }

const cycle =
  (isAlong: (link: Link) => boolean): Checker =>
  (step, candidates) => {
    const [forth, back, ...more] = chainsOf(step, candidates)
    must(back && more.length === 0 && forth.assumed.on, 'it is told both ways')
    const ends = [back.end, ...[forth.assumed, forth.end].map(opposite)]
    must(
      ends.every((end) => same(end, back.assumed)),
      'both come back, and are opposites',
    )
    must(step.links.every(isAlong), 'it is along what it says')
    for (const [cell, digit] of gone(step)) {
      for (const { holds } of [forth, back]) {
        const seen = holds.some((end) => end.on && end.digit === digit && sees(end.cell, cell))
        must(seen, `${digit} in ${cell} sees one that is on, whichever way`)
      }
    }
  }

type Shape = (chains: readonly Followed[], step: Step, candidates: Candidates) => string | undefined

const contradiction: Shape = (chains, step) => {
  const [conclusion] = conclusionsOf(step)
  if (chains.length === 0 || !chains.every(({ assumed }) => same(assumed, opposite(conclusion))))
    return 'other assumptions'
  const ends = chains.length === 2 ? chains.map(({ end }) => end) : [chains[0].end, chains[0].assumed]
  return same(ends[0], opposite(ends[1])) ? undefined : 'no contradiction'
}

/** Chains from all of some alternatives to one conclusion; a chain may be its assumption alone. */
const alternatives =
  (of: (step: Step, candidates: Candidates, chains: readonly Followed[]) => LinkEnd[]): Shape =>
  (chains, step, candidates) => {
    const [conclusion] = conclusionsOf(step)
    if (!chains.every(({ end }) => same(end, conclusion))) return 'other ends'
    const covers = (one: LinkEnd) => same(one, conclusion) || chains.some(({ assumed }) => same(assumed, one))
    const all = of(step, candidates, chains)
    return all.length > 1 && all.every(covers) ? undefined : 'alternatives are left out'
  }

const double = alternatives((_step, _candidates, [{ assumed }]) => [assumed, opposite(assumed)])
const cell = alternatives((_step, candidates, [{ assumed }]) =>
  [...candidates[assumed.cell]].map((digit) => ({ cell: assumed.cell, digit, on: true })),
)
const region = alternatives(({ units }, candidates, [{ assumed }]) =>
  units.length === 0
    ? []
    : placesOf(candidates, unitNamed(units[0]), assumed.digit).map((place) => ({ ...assumed, cell: place, on: true })),
)

const chains =
  (...shapes: readonly Shape[]): Checker =>
  (step, candidates) => {
    const followed = chainsOf(step, candidates)
    const faults = shapes.map((shape) => shape(followed, step, candidates))
    must(faults.includes(undefined), `the chains are of the technique: ${faults.join(', ')}`)
  }

const isOfOneDigit = ({ from, to }: Link) => from.digit === to.digit
const isPlain = ({ why }: Link) => why in KINDS || why === 'cell'
const plain =
  (checker: Checker): Checker =>
  (step, candidates) => {
    must(step.links.every(isPlain), 'no patterns are in the chains')
    checker(step, candidates)
  }

const CHECKERS: Readonly<Record<TechniqueName, Checker>> = {
  'hidden-single': hiddenSingle,
  'direct-pointing': locking('box', true),
  'direct-claiming': locking('line', true),
  'direct-hidden-pair': hiddenSet(2, true),
  'naked-single': nakedSingle,
  'direct-hidden-triplet': hiddenSet(3, true),
  pointing: locking('box', false),
  claiming: locking('line', false),
  'naked-pair': nakedSet(2),
  'x-wing': fish(2),
  'hidden-pair': hiddenSet(2, false),
  'naked-triplet': nakedSet(3),
  swordfish: fish(3),
  'hidden-triplet': hiddenSet(3, false),
  'xy-wing': wing(2),
  'xyz-wing': wing(3),
  'unique-rectangle': uniqueLoop,
  'unique-loop': uniqueLoop,
  skyscraper: ofOneDigit(2),
  'two-string-kite': ofOneDigit(2),
  'turbot-fish': ofOneDigit(2),
  'empty-rectangle': ofOneDigit(2),
  'w-wing': wWing,
  'simple-colouring': colouring,
  'finned-x-wing': ofOneDigit(2),
  'finned-swordfish': ofOneDigit(3),
  'finned-jellyfish': ofOneDigit(4),
  'naked-quad': nakedSet(4),
  jellyfish: fish(4),
  'hidden-quad': hiddenSet(4, false),
  bug,
  'aligned-pair-exclusion': aligned(2),
  'x-cycle': cycle(isOfOneDigit),
  'y-cycle': cycle(({ why, to }) => !to.on || why === 'cell'),
  'forcing-x-chain': forcingChain(true),
  'xy-cycle': cycle(isPlain),
  'forcing-chain': plain(forcingChain(false)),
  'aligned-triplet-exclusion': aligned(3),
  'nishio-forcing-chain': (step, candidates) => {
    must(new Set(step.links.flatMap(({ from, to }) => [from.digit, to.digit])).size === 1, 'it is along one digit')
    plain(chains(contradiction))(step, candidates)
  },
  'cell-forcing-chains': plain(chains(cell)),
  'region-forcing-chains': plain(chains(region)),
  'dynamic-contradiction-chains': plain(chains(contradiction)),
  'dynamic-double-chains': plain(chains(double)),
  'dynamic-cell-chains': plain(chains(cell)),
  'dynamic-region-chains': plain(chains(region)),
  'dynamic-chains-plus': chains(contradiction, double, cell, region),
  'nested-forcing-chains': chains(contradiction, double, cell, region),
  'nested-multiple-chains': chains(contradiction, double, cell, region),
  'nested-dynamic-chains': chains(contradiction, double, cell, region),
  'nested-dynamic-chains-plus': chains(contradiction, double, cell, region),
}
