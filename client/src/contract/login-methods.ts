import * as z from 'zod'
import { ProviderSettings } from './apps.ts'
import { Email } from './credential-fields.ts'
import * as endpoints from './endpoints/login-methods.ts'
import { methodTestCodes } from './facts/login-methods.ts'
import { Id, Instant } from './fields.ts'
import { fieldNeeds } from './methods/method.ts'
import { clientIdNames, credentialNames, loginMethods } from './providers.ts'
import { route } from './route.ts'

const finding = {
  ok: z.boolean(),
  code: z.enum(methodTestCodes),
  message: z.string().describe('what was found, in one sentence'),
  remedy: z.string().nullable().describe('what to do about it; null if nothing is wrong'),
}

export const LoginMethodTest = z
  .object({
    method: z.enum(loginMethods),
    ...finding,
    checked: z.array(z.string()).describe('what the test has checked, a sentence each'),
    notes: z.array(z.string()).describe('what it could not check, or what else needs attention'),
  })
  .meta({ id: 'LoginMethodTest' })
export type LoginMethodTest = z.output<typeof LoginMethodTest>

export const MailTest = z
  .object({
    ...finding,
    from: z.string().describe('the sender of the mail (OPENAUTH_MAIL_FROM)'),
    answer: z.string().nullable().describe("the mail server's last answer, such as 250 and its text"),
  })
  .meta({ id: 'MailTest' })
export type MailTest = z.output<typeof MailTest>

export const LoginMethodSetup = z
  .object({
    method: z.enum(loginMethods),
    enabled: z.boolean().describe('whether the app has it switched on'),
    ready: z.boolean().describe('whether every setting that a login needs is there; redirect logins may need more'),
    fields: z.array(
      z.object({
        name: z.enum([...clientIdNames, ...credentialNames]).describe('the name of the setting in `apps.update`'),
        secret: z.boolean(),
        neededFor: z
          .enum(fieldNeeds)
          .describe('every login, redirect logins only, or in place of the other settings of the method'),
        isSet: z.boolean(),
        value: z.string().nullable().describe('the value of a public identifier; null for secrets'),
      }),
    ),
    callbackUrls: z.array(z.string()).describe('the exact redirect addresses to register at the provider'),
    origins: z
      .array(z.string())
      .describe('origins of pages to enter at the provider, or that may use the method where it has no provider'),
    consoleUrl: z.string().nullable().describe("the page of the provider's console that has the credentials"),
    docsUrl: z.string().nullable().describe("the provider's documentation of that page"),
    lastLoginWorked: z
      .boolean()
      .nullable()
      .describe('whether the method worked when it was last used; null if the server does not know'),
    lastLoginAt: Instant.nullable().describe('when a login by it last succeeded, to the minute'),
    lastFailureAt: Instant.nullable().describe("when it last failed for the method's own sake, to the minute"),
    lastFailure: z.string().nullable().describe('the error code of that failure, such as provider_misconfigured'),
  })
  .meta({ id: 'LoginMethodSetup' })
export type LoginMethodSetup = z.output<typeof LoginMethodSetup>

const appId = Id.describe('the app')

/** The login methods of an app as an operator sets them up. */
export const loginMethodSetups = {
  list: route(endpoints.loginMethods.list, {
    summary: 'List the login methods of an app: which are on, what each needs, and whether it worked last',
    description:
      'Has the callback addresses to register at each provider, computed from the public address of the server. Values ' +
      'of secrets are not included.',
    input: z.object({ appId }),
    output: z.array(LoginMethodSetup),
    errors: ['app_not_found'],
  }),
  test: route(endpoints.loginMethods.test, {
    limited: true,
    summary: 'Test a login method with its stored settings or with given ones, and say what is wrong',
    description:
      'Asks the provider with the client that logins use: a token request with a code that nobody issued tells whether ' +
      'the credentials are right. Settings of the input win over stored ones, null stands for none; nothing is stored. ' +
      'A method that is switched off can be tested too.',
    input: z.object({ appId, method: z.enum(loginMethods), ...ProviderSettings.partial().shape }),
    output: LoginMethodTest,
    errors: ['app_not_found'],
  }),
  testMail: route(endpoints.loginMethods.testMail, {
    limited: true,
    summary: "Send a test mail in the app's brand to an address of yours, and show the mail server's answer",
    description: 'A few in a quarter of an hour. An accepted mail may still be lost or filtered on its way.',
    input: z.object({ appId, to: Email.describe('where to send it') }),
    output: MailTest,
    errors: ['app_not_found'],
  }),
}
