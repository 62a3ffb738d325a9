// Does what Lambda's runtime does around a handler: loads it, then takes one invocation after the other from the Runtime
// API and responds to each (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html). It is plain JavaScript that
// loads nothing but Node, because it is part of every cold start that is measured here.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Imported as a module, it would load all that it re-exports, such as fetch and WebSocket: 30 ms of processor time.
const { request } = process.getBuiltinModule('node:http')
const { AWS_LAMBDA_RUNTIME_API: api = '', LAMBDA_TASK_ROOT: root = '', _HANDLER: handlerName = '' } = process.env
const [hostname, port] = api.split(':')

const handler = await loaded().catch(async (error) => {
  console.error(error)
  await call('POST', 'init/error', errorOf(error))
  process.exit(1)
})

for (;;) {
  const { headers, body } = await call('GET', 'invocation/next')
  const { 'lambda-runtime-aws-request-id': awsRequestId, 'lambda-runtime-deadline-ms': deadline } = headers
  const context = {
    awsRequestId,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Number(deadline) - Date.now(),
  }
  try {
    const result = await handler(JSON.parse(body), context)
    await call('POST', `invocation/${awsRequestId}/response`, JSON.stringify(result ?? null))
  } catch (error) {
    console.error(error)
    await call('POST', `invocation/${awsRequestId}/error`, errorOf(error))
  }
}

async function loaded() {
  const [file, name] = handlerName.split('.')
  const { [name]: found } = await import(pathToFileURL(join(root, `${file}.mjs`)).href)
  if (typeof found !== 'function') throw new Error(`${handlerName} is undefined or not exported`)
  return found
}

function errorOf(error) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return JSON.stringify({ errorType: name, errorMessage: message, trace: stack?.split('\n') ?? [] })
}

/** If the Runtime API has gone, nothing will be invoked any more, and the rejection ends the process. */
function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: `/2018-06-01/runtime/${path}` }, async (response) => {
      try {
        const pieces = await Array.fromAsync(response)
        resolve({ headers: response.headers, body: Buffer.concat(pieces).toString() })
      } catch (error) {
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
