// What the native part of aws-lambda-ric does, with Node's own HTTP: asks the Runtime API for invocations and answers
// them. A folder by its name is found as the built file would be.
const { request } = require('node:http')

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':')
/** The native one answers before it returns; this one before it asks again. */
let answered = Promise.resolve()

exports.next = async () => {
  await answered
  const { headers, body } = await call('GET', 'next')
  return { bodyJson: body, headers }
}
exports.done = (id, body) => {
  answered = call('POST', `${id}/response`, body)
}
exports.error = (id, body, xray) => {
  answered = call('POST', `${id}/error`, body, { 'lambda-runtime-function-xray-error-cause': xray })
}

function call(method, path, sent, headers) {
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, headers, path: `/2018-06-01/runtime/invocation/${path}` }
    const asked = request(options, (response) => {
      response.setEncoding('utf8')
      let body = ''
      response.on('data', (piece) => {
        body += piece
      })
      response.on('end', () => resolve({ headers: response.headers, body }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}
