import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { serving } from '../client/serving.ts'

interface PlayedStack {
  readonly status: string
  readonly template: string
  readonly outputs?: Readonly<Record<string, string>>
  readonly isProtected?: boolean
}

/** An account that is only played: enough to rehearse a deployment without one. */
interface RehearsedAccount {
  concurrency: number
  /** The version of the CDK's bootstrap; undefined where there was none. */
  bootstrap: string | undefined
  /** The function that Lambda runs. */
  runtimes: readonly string[]
  certificate: { readonly status: string; readonly names: readonly string[] }
  /** By their names. */
  readonly stacks: Map<string, PlayedStack>
}

export interface RehearsedAws extends AsyncDisposable {
  readonly account: RehearsedAccount
  /** The environment variables by which the SDK finds it. */
  readonly environment: Readonly<Record<string, string>>
}

/** An error as the protocols of AWS have it. */
class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const ACCOUNT = '000000000000'
/** Plays the calls of STS, Lambda, SSM, ACM and CloudFormation that a deployment and its drill make. */
export async function rehearsedAws(): Promise<RehearsedAws> {
  const account: RehearsedAccount = {
    concurrency: 10,
    bootstrap: '30',
    runtimes: ['nodejs24.x'],
    certificate: { status: 'ISSUED', names: ['sudoku.example.com'] },
    stacks: new Map(),
  }
  const server = await serving(async (request, response) => {
    const body = await text(request)
    response.setHeader('x-amzn-requestid', crypto.randomUUID())
    try {
      const answer = answerTo(request, body)
      response.setHeader('content-type', answer.startsWith('<') ? 'text/xml' : 'application/json').end(answer)
    } catch (error) {
      const { code = 'InternalFailure', message } = error as Partial<Refusal> & Error
      const isXml = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      response.writeHead(400, isXml ? { 'content-type': 'text/xml' } : { 'x-amzn-errortype': code })
      const xml = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
      response.end(isXml ? xml : JSON.stringify({ __type: code, message }))
    }
  })
  return {
    account,
    environment: {
      AWS_ENDPOINT_URL: server.url,
      AWS_ACCESS_KEY_ID: 'rehearsal',
      AWS_SECRET_ACCESS_KEY: 'rehearsal',
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }

  function answerTo(request: IncomingMessage, body: string): string {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://aws')
    const [, target] = `${request.headers['x-amz-target']}`.split('.')
    const form = new URLSearchParams(body)
    const action = pathname === '/' ? (form.get('Action') ?? target) : pathname
    const json = (value: object) => JSON.stringify(value)
    const xml = (inner: string) => `<R><${action}Result>${inner}</${action}Result></R>`
    switch (action) {
      case 'GetCallerIdentity':
        return xml(`<Account>${ACCOUNT}</Account><Arn>arn:aws:iam::${ACCOUNT}:user/rehearsal</Arn>`)
      case '/2016-08-19/account-settings':
        return json({ AccountLimit: { ConcurrentExecutions: account.concurrency } })
      case '/2018-10-31/layers': {
        const runtime = searchParams.get('CompatibleRuntime') ?? ''
        if (account.runtimes.includes(runtime)) return json({ Layers: [] })
        throw new Refusal('ValidationException', `${runtime} is not in the enum value set`)
      }
      case 'GetParameter':
        if (account.bootstrap !== undefined) return json({ Parameter: { Value: account.bootstrap } })
        throw new Refusal('ParameterNotFound', 'there is none')
      case 'DescribeCertificate': {
        const { status, names } = account.certificate
        return json({ Certificate: { Status: status, DomainName: names[0], SubjectAlternativeNames: names } })
      }
      case 'DescribeStacks': {
        const { status, outputs = {} } = stackIn(form)
        const members = Object.entries(outputs).map(
          ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
        )
        const stack = `<StackName>played</StackName><CreationTime>2026-11-22T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus>`
        return xml(`<Stacks><member>${stack}<Outputs>${members.join('')}</Outputs></member></Stacks>`)
      }
      case 'GetTemplate':
        return xml(`<TemplateBody>${escaped(stackIn(form).template)}</TemplateBody>`)
      default:
        throw new Refusal('NotRehearsed', `${action} is not rehearsed`)
    }
  }

  function stackIn(form: URLSearchParams): PlayedStack {
    const name = form.get('StackName') ?? ''
    const found = account.stacks.get(name)
    if (found) return found
    throw new Refusal('ValidationError', `Stack with id ${name} does not exist`)
  }
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
