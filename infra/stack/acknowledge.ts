import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Says why a rule of cdk-nag does not hold for a construct. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))
}
