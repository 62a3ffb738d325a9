import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../../shared/sudoku/making/random.ts'
import { shell } from './command.ts'
import { type Story, sameAsUndisturbed } from './disturbed.ts'
import { SOLVE, type Trial } from './trial.ts'
import { watchNext } from './watch.ts'

/** Whether this machine allows a mount of a file system that no other process sees. */
export const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
const OUTPUT_FULL = 4

/** Prints to a disk that is too small; once it is larger, the command that was named prints the rest. */
export async function diskFull(trial: Trial, random: Random): Promise<Story> {
  const { file, folder, service, undisturbed } = trial
  const disk = join(folder, `disk-${randomUUID()}`)
  const output = join(folder, `${randomUUID()}.csv`)
  mkdirSync(disk)
  const kilobytes = Math.ceil(((0.1 + random.below(800) / 1000) * undisturbed.output.length) / 1024)
  // A user does this in a shell: go on with the very words that standard error has, behind what is there.
  const script = `
    mount -t tmpfs -o size=${kilobytes}k none "$1"
    sudoku solve "$2" ${SOLVE.join(' ')} --url ${service.url} > "$1/out" 2> "$1/../said"
    echo $?
    cat "$1/../said" >&2
    mount -o remount,size=100m "$1"
    eval "$(sed -n 's/.*to continue: //p' "$1/../said") >> '$1/out'"
    echo $?
    cp "$1/out" "$3"`
  const command = shell(script, [disk, file, output], ['unshare', '-rm'])
  const [{ stderr }, watched] = await Promise.all([command.ended, watchNext(service.url)])
  assert.match(stderr, /^sudoku: interrupted after puzzle .*\nsudoku: the output cannot be written: ENOSPC: .*\n$/)
  assert.equal(command.printed(), `${OUTPUT_FULL}\n0\n`)
  sameAsUndisturbed(trial, watched, output)
  return { faults: [`the disk full after ${kilobytes} KB`], codes: [OUTPUT_FULL, 0], failedPolls: watched.failedPolls }
}
