import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { Functions, Holding } from './account.ts'
import * as present from './functions.ts'
import type { End, Moment } from './moments.ts'

/** What is kept of a release, in a folder of its version. `record.ts` writes it. */
export interface Release {
  readonly version: string
  /** Those that it has: some came later. */
  readonly moments: Readonly<Partial<Record<Moment, RecordedMoment>>>
  /** Its functions, as a bundle of its own code. */
  functions(): Promise<Functions>
}

/** What a release left at a moment, and what it made of that itself. */
export interface RecordedMoment {
  readonly holding: Holding
  readonly end: End
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** All releases that are kept. */
export function releases(): Release[] {
  return globSync('*/moments.json', { cwd: FOLDER }).map((path) => releaseOf(path.split(/[\\/]/)[0]))
}

/** The release of a version. */
export function releaseOf(version: string): Release {
  return {
    version,
    moments: JSON.parse(readFileSync(pathIn(version, 'moments.json'), 'utf8'), revive),
    functions: () => imported(brotliDecompressSync(readFileSync(pathIn(version, 'functions.mjs.br')))),
  }
}

/** Whether code knows all versions of messages and bytes that this code writes. */
export function readsAll({ BYTE_FORMATS, MESSAGE_VERSION }: Functions): boolean {
  const names = Object.keys(present.BYTE_FORMATS) as (keyof typeof BYTE_FORMATS)[]
  return (
    MESSAGE_VERSION >= present.MESSAGE_VERSION &&
    names.every((name) => BYTE_FORMATS[name]?.version >= present.BYTE_FORMATS[name].version)
  )
}

export function pathIn(version: string, name: 'moments.json' | 'functions.mjs.br'): string {
  return `${FOLDER}${version}/${name}`
}

/** A module of its text alone: it finds what Node has, and nothing of this project. */
function imported(source: Uint8Array): Promise<Functions> {
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`)
}

/** JSON has neither bytes nor sets: `{"bytes": base64}`, `{"set": […]}`. */
export function replace(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  if (value instanceof Set) return { set: [...value] }
  return value
}

function revive(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return value
  if ('bytes' in value) return new Uint8Array(Buffer.from(String(value.bytes), 'base64'))
  return 'set' in value && Array.isArray(value.set) ? new Set(value.set) : value
}
