import { Duration, Stack } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { type FrontRule, frontRules, OWNERS_PATHS } from '../settings/front.ts'
import type { Deployment } from './deployment.ts'
import { type PublicApi, pointTo } from './public-api.ts'
import { acknowledge } from './service-function.ts'

/**
 * CloudFront with a firewall, before the gateway (docs/decisions/013). It turns away what no owner sent, and whoever
 * sends too much, and answers from its cache whoever loads the page.
 */
export class FrontDoor extends Construct {
  readonly distribution: cloudfront.Distribution
  /** The name of the firewall in its metrics. */
  readonly firewallName: string
  /** Its address, without a slash at the end. */
  readonly url: string

  constructor(scope: Construct, id: string, gateway: PublicApi, deployment: Deployment) {
    super(scope, id)
    const { auth, corsOrigins: origins, domain, stage } = deployment
    // Two stages in one account have metrics of their own.
    this.firewallName = Stack.of(this).stackName
    const rules = frontRules({ auth, origins, owner: stage.owner })
    const firewall = new CfnWebACL(this, 'Firewall', firewallOf(rules, this.firewallName))
    const origin = new HttpOrigin(gateway.host, {
      originPath: gateway.path,
      protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
      // A poll is held for 20 s, and the gateway gives up after 30.
      readTimeout: Duration.seconds(30),
      // The gateway wants its own name in `Host`. A browser too old to say `Sec-Fetch-Site` is known by this one.
      ...(domain && { customHeaders: { 'x-forwarded-host': domain.name } }),
    })
    const cachePolicy = new cloudfront.CachePolicy(this, 'Files', {
      comment: 'As Cache-Control says; by path alone',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      // A query, a header or a cookie made up by somebody would otherwise pass by what is kept.
      queryStringBehavior: cloudfront.CacheQueryStringBehavior.none(),
      headerBehavior: cloudfront.CacheHeaderBehavior.none(),
      cookieBehavior: cloudfront.CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
    })
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      webAclId: firewall.attrArn,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // North America and Europe: from elsewhere it is farther, and no region's requests cost more than 1.20 a million.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      // The page, the documentation and its assets: as long as their `Cache-Control` says, which is not at all if it is silent.
      defaultBehavior: {
        origin,
        cachePolicy,
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
        compress: true,
      },
      additionalBehaviors: {
        [`${OWNERS_PATHS}*`]: passedOn(origin, cloudfront.AllowedMethods.ALLOW_ALL),
        // As a page or as JSON, by what is asked for; and the state of now.
        '/problems/*': passedOn(origin, cloudfront.AllowedMethods.ALLOW_GET_HEAD_OPTIONS),
        '/health': passedOn(origin, cloudfront.AllowedMethods.ALLOW_GET_HEAD_OPTIONS),
      },
      errorResponses: NOT_KEPT,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
    })
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Whoever has a key may use it wherever they are.',
      'AwsSolutions-CFR3':
        'It would say who loaded the page. The gateway logs what is passed on, and the firewall shows samples of what is not.',
      ...(!domain && { 'AwsSolutions-CFR4': 'CloudFront decides for its own names, which speak TLS 1.2 in practice.' }),
    })
    // The gateway's records become the front's: were they others, CloudFormation would make them while the old ones are
    // still there, which Route 53 refuses.
    if (domain) pointTo(gateway, domain, new CloudFrontTarget(this.distribution))
    this.url = `https://${domain?.name ?? this.distribution.distributionDomainName}`
  }
}

/** Requests that go to the gateway as they came, but for their `Host`. */
function passedOn(origin: cloudfront.IOrigin, allowedMethods: cloudfront.AllowedMethods): cloudfront.BehaviorOptions {
  return {
    origin,
    allowedMethods,
    cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
    // AWS: with caching turned off it passes on `Authorization`, too.
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    // A redirect would come after the key had been sent in the clear.
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
    compress: false,
  }
}

/**
 * CloudFront keeps errors for ten seconds, also where it keeps nothing else, and by the path alone: one owner's 404 would
 * be another's. These are the statuses for which it can be told not to; for others it goes by `no-store`, which every
 * answer to an owner has.
 */
const NOT_KEPT: cloudfront.ErrorResponse[] = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}))

type Statement = CfnWebACL.StatementProperty

/** Paths are compared once no other spelling of them is left. */
const CANONICAL = ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({ type, priority }))
const AS_IT_IS = [{ type: 'NONE', priority: 0 }]

const OWNERS: Statement = {
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: OWNERS_PATHS,
    textTransformations: CANONICAL,
  },
}

function firewallOf(rules: readonly FrontRule[], metricName: string): ConstructorParameters<typeof CfnWebACL>[2] {
  const visible = (name: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: name,
    // Of the last three hours, and free.
    sampledRequestsEnabled: true,
  })
  return {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visible(metricName),
    customResponseBodies: Object.fromEntries(
      rules.map(({ name, answer }) => [name, { contentType: 'APPLICATION_JSON', content: answer.body }]),
    ),
    rules: rules.map((rule, priority) => ({
      name: rule.name,
      priority,
      statement: statementOf(rule),
      visibilityConfig: visible(rule.name),
      action: {
        block: {
          customResponse: {
            responseCode: rule.answer.status,
            customResponseBodyKey: rule.name,
            responseHeaders: Object.entries(rule.answer.headers).map(([name, value]) => ({ name, value })),
          },
        },
      },
    })),
    // Samples show headers. A key is not to be seen in them, but whether two requests had the same.
    dataProtectionConfig: {
      dataProtections: [{ field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] }, action: 'HASH' }],
    },
  }
}

function statementOf(rule: FrontRule): Statement {
  if (rule.kind === 'rate') {
    const { limit, windowS: evaluationWindowSec } = rule
    const rate = { limit, evaluationWindowSec }
    const customKeys = [{ header: { name: 'authorization', textTransformations: AS_IT_IS } }]
    return {
      rateBasedStatement:
        rule.by === 'address'
          ? { ...rate, aggregateKeyType: 'IP' }
          : { ...rate, aggregateKeyType: 'CUSTOM_KEYS', customKeys, scopeDownStatement: OWNERS },
    }
  }
  const hasKey: Statement = {
    regexMatchStatement: {
      fieldToMatch: header('authorization'),
      regexString: rule.form.source,
      textTransformations: AS_IT_IS,
    },
  }
  const preflights = rule.preflightsOf.map((origin) =>
    all(exactly({ method: {} }, 'OPTIONS'), exactly(header('origin'), origin)),
  )
  return all(OWNERS, ...[hasKey, ...preflights].map((statement) => ({ notStatement: { statement } })))
}

/** CDK hands it on as it is, so that it has CloudFormation's own name. */
const header = (Name: string): CfnWebACL.FieldToMatchProperty => ({ singleHeader: { Name } })

function all(...statements: Statement[]): Statement {
  return { andStatement: { statements } }
}

function exactly(fieldToMatch: CfnWebACL.FieldToMatchProperty, searchString: string): Statement {
  const textTransformations = AS_IT_IS
  return { byteMatchStatement: { fieldToMatch, searchString, positionalConstraint: 'EXACTLY', textTransformations } }
}
