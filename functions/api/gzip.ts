import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { HonoRequest } from 'hono'

/** Whether who asks takes an answer in gzip. */
export function takesGzip(request: HonoRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(request.header('accept-encoding') ?? '')
}

/** Bytes in gzip, as fast as may be. */
export function gzipped(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED })
}
