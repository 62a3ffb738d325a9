import { expect, it } from 'vitest'
import { PERMISSIONS } from '../../infra/settings/permissions.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { outlineOf } from './outline.ts'
import { STACKS, type StackName, synthesisedStacks } from './synthesis.ts'

const { templates } = synthesisedStacks()
const ROLES = { api: 'Api', worker: 'Worker', deadLetter: 'DeadLetter', notifier: 'Notifier' } as const
/** Resources that the service on this machine does not have. */
const ELSEWHERE = /^(logs|xray|kms|events|codedeploy):/

it.each(Object.keys(STACKS) as StackName[])(
  '%s: what the service on this machine enforces is what the template grants, but for what is not here',
  (name) => {
    const stack = outlineOf(templates[name])
    for (const [service, role] of Object.entries(ROLES)) {
      const policies = Object.values(stack).filter(({ Properties }) => `${Properties.Roles}` === `\${${role}/Role}`)
      const granted = policies
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
        .flatMap(({ Effect, Action, Resource, Condition }: Record<string, string | string[]>) =>
          singly(Effect, [Action].flat(), [Resource].flat().map(pathIn), Condition),
        )
        .filter((grant: string) => !ELSEWHERE.test(grant))
      const enforced = PERMISSIONS[service as keyof typeof ROLES].flatMap((statement) => {
        const { effect, actions, resources, leadingKeys } = statement
        const keys = leadingKeys && { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': leadingKeys } }
        return singly(effect, actions, resources, keys)
      })
      expect(granted.toSorted()).toEqual(enforced.toSorted())
    }
  },
)

it('the partition that is denied is the one where API keys lie', async () => {
  const written: unknown[] = []
  const put = async (item: { pk: string }) => written.push(item.pk) > 0
  await tableOf({ put } as unknown as Parameters<typeof tableOf>[0]).mintKey('somebody', '', 0)
  const denied = Object.values(PERMISSIONS).flatMap((statements) =>
    statements.flatMap((each) => each.leadingKeys ?? []),
  )
  expect(new Set(denied)).toEqual(new Set(written))
})

/** The single grants and denials of a statement: CDK puts statements together. */
function singly(effect: unknown, actions: readonly string[], resources: readonly string[], condition: unknown) {
  return actions.flatMap((action) =>
    resources.map((resource) => `${action} ${resource} ${effect} ${JSON.stringify(condition)}`),
  )
}

/** Where in the stack a resource is; a restored table stands for the stack's own. */
function pathIn(arn: string): string {
  return arn.replace(/^\$\{(.*)\.Arn\}$|^.*:table\/restored-table$/, (_, path = 'Table') => path)
}
