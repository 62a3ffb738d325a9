import type { Client } from '../shared/client/client.ts'
import { type Upload, type UploadOptions, upload } from '../shared/client/upload.ts'
import { UnreadableError } from '../shared/input/encoding.ts'
import { InputError } from './streams.ts'

/**
 * Uploads the puzzles of a file.
 *
 * @throws {InputError} if they are in no format, or one of them is too long, in the upload's end as in its beginning
 */
export async function submitted(
  file: string,
  source: AsyncIterable<Uint8Array>,
  client: Client,
  options: UploadOptions,
): Promise<Upload> {
  const { job, sealed } = await upload(source, client, options).catch(named(file))
  return { job, sealed: sealed.catch(named(file)) }
}

/** Throws again what a file is refused for, with the file's name. */
export function named(file: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof UnreadableError) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}
