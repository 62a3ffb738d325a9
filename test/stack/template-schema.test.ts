import { describe, expect, it } from 'vitest'
import { STACKS, synthesise } from './synthesis.ts'
import { schemaErrors } from './template-schema.ts'

const { templates } = synthesise(STACKS)

describe("CloudFormation's own schema", () => {
  it.each(['dev', 'prod', 'everything', 'open'] as const)('finds nothing wrong with %s', (name) => {
    expect(schemaErrors(templates[name])).toEqual([])
  })

  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
  type Change = (resource: any, resources: any) => void
  const FAULTS: readonly (readonly [string, string, Change, string])[] = [
    ['AWS::SQS::Queue', 'a property of another type', (queue) => (queue.Properties.MemorySize = 1), 'MemorySize'],
    [
      'AWS::SQS::Queue',
      'a value of another kind',
      (queue) => (queue.Properties.VisibilityTimeout = 'x'),
      'expected integer',
    ],
    ['AWS::SQS::Queue', 'a member that no resource has', (queue) => (queue.Deletion = 'Retain'), 'has Deletion'],
    ['AWS::SQS::Queue', 'a type that is not there', (queue) => (queue.Type = 'AWS::SQS::Topic'), 'no such type'],
    ['AWS::SQS::Queue', 'a dependency that is not there', (queue) => (queue.DependsOn = ['X']), 'depends on X'],
    [
      'AWS::SQS::Queue',
      'a tag that refers to nothing',
      (queue) => (queue.Properties.Tags[0].Value = { Ref: 'X' }),
      'X',
    ],
    ['AWS::Lambda::Function', 'what is needed left out', (f) => delete f.Properties.Code, 'Code: is missing'],
    ['AWS::Lambda::Function', 'a value unknown, deep in it', (f) => (f.Properties.TracingConfig.Mode = 'On'), 'On'],
    ['AWS::Lambda::Function', 'a list that is none', (f) => (f.Properties.Architectures = 'arm64'), 'expected array'],
    ['AWS::Lambda::Function', 'a reference to nothing', (f) => (f.Properties.Role = { Ref: 'Nobody' }), 'no Nobody'],
    [
      'AWS::Lambda::Function',
      'an attribute that is none',
      (f) => (f.Properties.Role['Fn::GetAtt'][1] = 'Name'),
      'has no Name',
    ],
    [
      'AWS::Lambda::Function',
      'a name where an ARN is needed',
      (f) => (f.Properties.Role = { Ref: f.Properties.Role['Fn::GetAtt'][0] }),
      'expected its Arn',
    ],
    [
      'AWS::IAM::Policy',
      'a reference to nothing, deep in what has no schema',
      (policy) => (policy.Properties.PolicyDocument.Statement[0].Resource = { 'Fn::GetAtt': ['Gone', 'Arn'] }),
      'no Gone',
    ],
  ]

  it.each(FAULTS)('finds in %s %s', (type, _, change, found) => {
    const template = structuredClone(templates.dev)
    const resource = Object.values(template.Resources).find(({ Type }) => Type === type)
    change(resource, template.Resources)
    expect(schemaErrors(template)[0]).toContain(found)
  })
})
