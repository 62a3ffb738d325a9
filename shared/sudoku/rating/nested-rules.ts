import { bitsOf, type CandidateGrid, CELL_AT, cellsIn } from './candidate-grid.ts'
import { type ChainHint, goneForChains, isBefore, type Rule, signatureOf } from './chain.ts'
import type { NestedRules } from './consequences.ts'
import { eachFish } from './fish.ts'
import { ForcingChains } from './forcing-chains.ts'
import { forEachLocking, goneForLocking } from './locking.ts'
import { type ChainKind, type Found, MultipleChains } from './multiple-chains.ts'
import { eachHiddenSet, eachNakedSet } from './sets.ts'
import { SEARCH_ORDER } from './singles.ts'
import type { Work } from './work.ts'

type Use = Parameters<NestedRules['find']>[2]

/** Where chains find patterns once nothing else follows: locked candidates, hidden and naked pairs, X-wings; and chains. */
export class Patterns implements NestedRules {
  readonly isChained: boolean
  readonly #chains: readonly NestedChains[]

  constructor(chains: readonly NestedChains[] = []) {
    this.#chains = chains
    this.isChained = chains.length > 0
  }

  find(before: CandidateGrid, now: CandidateGrid, use: Use): void {
    let isFound = false
    const found: Use = (rule, gone, eliminations) => {
      // An inference from before anything was off tells nothing of the assumption.
      if (gone.length === 0) return
      isFound = true
      use(rule, gone, eliminations)
    }
    for (const look of [lockings, hiddenPairs, nakedPairs, xWings]) {
      look(before, now, found)
      if (isFound) return
    }
    for (const chains of this.#chains) {
      chains.find(before, now, found)
      if (isFound) return
    }
  }
}

function lockings(before: CandidateGrid, now: CandidateGrid, found: Use): void {
  forEachLocking(now, (from, to, digit, eliminations) => {
    const why = from < 9 ? 'pointing' : 'claiming'
    found({ why }, goneForLocking(before, now, from, to, digit), eliminations)
  })
}

function hiddenPairs(before: CandidateGrid, now: CandidateGrid, found: Use): void {
  SEARCH_ORDER.forEach((unit) => {
    if (now.emptyIn[unit] <= 4) return
    eachHiddenSet(now, unit, 2, (places, digits, eliminations) => {
      if (eliminations.length === 0) return
      const gone: number[] = []
      for (let place = 0; place < 9; place++) {
        if (places & (1 << place)) continue
        const cell = CELL_AT[unit * 9 + place]
        for (const digit of bitsOf(before.digitsAt[cell] & digits)) gone.push(cell * 9 + digit)
      }
      found({ why: 'hidden-pair' }, gone, eliminations)
    })
  })
}

function nakedPairs(before: CandidateGrid, now: CandidateGrid, found: Use): void {
  SEARCH_ORDER.forEach((unit) => {
    eachNakedSet(now, unit, 2, (places, digits, eliminations) => {
      const gone = cellsIn(unit, places).flatMap((cell) =>
        bitsOf(before.digitsAt[cell] & ~digits).map((digit) => cell * 9 + digit),
      )
      found({ why: 'naked-pair' }, gone, eliminations)
    })
  })
}

function xWings(before: CandidateGrid, now: CandidateGrid, found: Use): void {
  eachFish(now, 2, (lines, crossing, digit, eliminations) => {
    const kept = crossing.reduce((places, line) => places | (1 << (line % 9)), 0)
    const gone = lines.flatMap((line) => {
      const places = before.placesOf[line * 9 + digit] & ~now.placesOf[line * 9 + digit] & ~kept
      return cellsIn(line, places).map((cell) => cell * 9 + digit)
    })
    found({ why: 'x-wing' }, gone, eliminations)
  })
}

/** Chains within chains. */
export class NestedChains {
  readonly #search: () => readonly (() => ChainHint)[]

  constructor(search: () => readonly (() => ChainHint)[]) {
    this.#search = search
  }

  static forcing(grid: CandidateGrid, work: Work): NestedChains {
    const chains = new ForcingChains(grid, work)
    return new NestedChains(() => inOrder(chains.all()).map((hint) => () => hint))
  }

  static multiple(grid: CandidateGrid, kind: ChainKind, work: Work): NestedChains {
    const chains = new MultipleChains(grid, kind, work)
    return new NestedChains(() => inOrder(chains.all()).map((found) => () => chains.hintOf(found)))
  }

  find(before: CandidateGrid, now: CandidateGrid, found: Use): void {
    for (const write of this.#search()) {
      const hint = write()
      found(ruleOf(hint), goneForChains(before, now, hint), hint.eliminations)
    }
  }
}

function ruleOf(hint: ChainHint): Rule {
  return { why: hint.technique, nested: { hint, signature: signatureOf(hint.chains) } }
}

/** Hints as they are taken; of those that take the same candidates away only the first. */
function inOrder<Taken extends Pick<Found, 'rating' | 'complexity' | 'order' | 'eliminations'>>(
  hints: readonly Taken[],
): Taken[] {
  const sorted = hints.toSorted((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  const seen = new Set<string>()
  return sorted.filter(({ eliminations }) => {
    const key = eliminations.join(' ')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
