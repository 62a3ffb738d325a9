import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { expect, it, onTestFinished } from 'vitest'
import { outlineOf } from './outline.ts'
import { STACKS, synthesise, synthesisedStacks } from './synthesis.ts'

const { app, templates } = synthesisedStacks()

it.each([
  ['AwsSolutions', new AwsSolutionsChecks()],
  ['Serverless', new ServerlessChecks()],
])('there is no finding of the %s pack of cdk-nag without a reason, on any stack', (_, checks) => {
  expect(checks.validateScope(app).violations).toEqual([])
})

it('CDK itself finds nothing wrong in any template', { tags: ['long'] }, () => {
  expect(() => synthesise(STACKS, true)).not.toThrow()
})

const LOGS = ['Api/Log', 'DeadLetter/Log', 'Notifier/Log', 'PublicApi/AccessLog', 'Worker/Log']

/** The rules of AWS Control Tower that the stack does not follow, what does not follow them, and why. */
const ARGUED: Readonly<Record<string, { readonly resources: readonly string[]; readonly because: string }>> = {
  api_gw_v2_authorization_type_configured_check: {
    resources: ['ANY--jobs', 'ANY--jobs--{proxy+}', 'DefaultRoute'].map((route) => `PublicApi/HttpApi/${route}`),
    because: 'The function checks API keys, which none of the three types knows; the page and the docs are public.',
  },
  cloudfront_access_logs_enabled_check: {
    resources: ['Front/Distribution'],
    because: 'It would say who loaded the page. The gateway logs what is passed on, and the firewall samples the rest.',
  },
  cloudfront_default_root_object_configured_check: {
    resources: ['Front/Distribution'],
    because: 'The function answers what is at the root.',
  },
  cloudfront_origin_failover_enabled_check: {
    resources: ['Front/Distribution'],
    because: 'There is one gateway, in front of one table.',
  },
  cloudwatch_log_group_retention_period_check: {
    resources: LOGS,
    because: 'Jobs are kept for a week. A year of logs would tell of them for a year, and cost twelve times as much.',
  },
  cloudwatch_log_group_encrypted_check: {
    resources: LOGS,
    because: 'Logs are encrypted, by a key of AWS; they hold no puzzle and no key. One in KMS is billed by the month.',
  },
  dynamodb_table_encrypted_kms_check: {
    resources: ['Table'],
    because:
      'The table is encrypted, by the key that DynamoDB owns. One in KMS is billed by the month and by the call.',
  },
  lambda_function_public_access_prohibited_check: {
    resources: ['PublicApi/HttpApi/DefaultRoute/ApiPermission'],
    because: 'Only this API may invoke it: the permission names its ARN, which the rule does not find in a Fn::Join.',
  },
  lambda_inside_vpc_check: {
    resources: ['Api/Function', 'DeadLetter/Function', 'Notifier/Function', 'Worker/Function'],
    because: 'Nothing that a function calls is in a network of our own. In one, each would need endpoints by the hour.',
  },
  sqs_dlq_check: {
    resources: ['Queues/DeadLetters', 'Queues/Events'],
    because:
      'The one is the dead-letter queue, and cannot name the queues whose letters it takes: they are made after it. What the notifier fails on comes again until its retention ends.',
  },
}

/** Where a stage names a key of the customer's, these are kept. */
const BROKEN_WITHOUT_KEY = ['cloudwatch_log_group_encrypted_check', 'dynamodb_table_encrypted_kms_check']

/** Where a stage has no front, nothing breaks these. */
const OF_FRONT = /^cloudfront_/

it.each(['dev', 'everything'] as const)(
  '%s breaks the rules of Control Tower with a reason, and no other',
  { tags: ['long'] },
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'template-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, `${name}.template.json`)
    await writeFile(path, JSON.stringify(templates[name]))
    const outline = Object.keys(outlineOf(templates[name]))
    const ids = Object.keys(templates[name].Resources)
    const pathOf = (id: string) => outline[ids.indexOf(id)]
    const { violations } = new CfnGuardValidator().validate({ templatePaths: [path], appConstruct: app })
    const broken = violations.map(({ ruleName, violatingResources }) => [
      ruleName,
      violatingResources.map(({ resourceLogicalId }) => pathOf(resourceLogicalId)).toSorted(),
    ])
    const argued = Object.entries(ARGUED)
      .filter(([rule]) => (name === 'dev' ? !OF_FRONT.test(rule) : !BROKEN_WITHOUT_KEY.includes(rule)))
      .map(([rule, { resources }]) => [rule, resources])
    expect(Object.fromEntries(broken)).toEqual(Object.fromEntries(argued))
  },
)
