import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'

/**
 * Tells somebody when the account gets dear. It counts the whole account: a budget for tags counts nothing until
 * somebody has activated them in the billing console, and nobody would see that it does.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { limitUsd, email }: { limitUsd: number; email: string }) {
    super(scope, id)
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }]
    const over = (threshold: number, notificationType: 'ACTUAL' | 'FORECASTED') => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    })
    new CfnBudget(this, 'Resource', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: limitUsd, unit: 'USD' } },
      notificationsWithSubscribers: [over(80, 'ACTUAL'), over(100, 'FORECASTED')],
    })
  }
}
