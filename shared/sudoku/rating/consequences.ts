import { CANDIDATES } from './board.ts'
import { NODES, OFF, ON } from './chain.ts'

/** What follows from one assumption. */
export class Consequences {
  readonly on = new Uint16Array(CANDIDATES)
  readonly off = new Uint16Array(CANDIDATES)
  onCount = 0
  offCount = 0
  /** Where the pool has the parents of a node; -1 if it does not follow. */
  readonly entry = new Int32Array(NODES).fill(-1)
  /** How many ancestors a node has with itself; 0 if that is not known yet. */
  readonly ancestors = new Uint16Array(NODES)
  /** A candidate that is both on and off, or -1; one of its two nodes stands here only. */
  clash = -1
  clashOn = -1
  clashOff = -1

  /** Only what was entered is cleared: mostly that is little. */
  clear(): void {
    for (let i = 0; i < this.onCount; i++) {
      this.entry[this.on[i] * 2 + ON] = -1
      this.ancestors[this.on[i] * 2 + ON] = 0
    }
    for (let i = 0; i < this.offCount; i++) {
      this.entry[this.off[i] * 2 + OFF] = -1
      this.ancestors[this.off[i] * 2 + OFF] = 0
    }
    this.onCount = 0
    this.offCount = 0
    this.clash = -1
  }
}
