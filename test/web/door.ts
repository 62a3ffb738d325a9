import type { ServerResponse } from 'node:http'
import { inject, onTestFinished } from 'vitest'
import { passOn, serving } from '../client/serving.ts'

/**
 * What a door does with an address: it goes to one behind it, or answers with a status where that is not to be had. Headers
 * of the answer take the place of those from behind.
 */
type Doorman = (path: string, answer: ServerResponse) => string | number

/**
 * A door before the service that all tests share.
 *
 * @param textOf changes the page and its scripts
 */
export async function door(doorman: Doorman, textOf?: (text: string) => string): Promise<string> {
  const behind = inject('serviceUrl')
  const server = await serving(async (asked, answered) => {
    const to = doorman(asked.url ?? '', answered)
    if (typeof to === 'number') return answered.writeHead(to).end()
    asked.url = to
    if (!textOf || !/^\/(\?|$)|\.js$/.test(to)) return passOn(asked, answered, behind)
    const from = await fetch(`${behind}${to}`)
    answered.writeHead(from.status, { 'content-type': from.headers.get('content-type') ?? '' })
    answered.end(textOf(await from.text()))
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server.url
}
