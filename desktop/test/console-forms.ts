import type { Locator, Page } from 'playwright-core'
import { adminCredentials } from '../../api/src/testing.ts'

/** What the forms are about; it exists on the server before they are opened. */
export interface Subjects {
  appId: string
  userId: string
  dappId: number
  gameId: number
}

/** A form of the console, and how it is reached and filled in. */
export interface ConsoleForm {
  name: string
  path: (subjects: Subjects) => string
  /** Opens the form where the address alone does not. */
  open?: (page: Page) => Promise<void>
  /** What is typed into fields, by label. */
  fields?: Record<string, string>
  /** The label of the button that submits. */
  submit: string
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
const choose = (menu: RegExp | string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const ofApp =
  (screen: string) =>
  ({ appId }: Subjects) =>
    `/apps/${appId}/${screen}`
/** The field of a confirmation that asks for a name. */
const typed = (name: string) => ({ [`Type ${name} to confirm`]: name })
const user = ({ appId, userId }: Subjects) => `/apps/${appId}/users/${userId}`
const ofOtherAdmin = new RegExp(`^Actions for (?!${adminCredentials.username}$)`)
const secret = 'a long enough secret'

/** The forms and confirmations that send something, the own password last: it ends all other sessions. */
export const consoleForms: readonly ConsoleForm[] = [
  { name: 'create app', path: () => '/apps', open: press('Create app'), fields: { Name: 'New' }, submit: 'Create app' },
  {
    name: 'duplicate app',
    path: () => '/apps',
    open: choose('Actions for Forms', 'Duplicate'),
    fields: { Name: 'Copied' },
    submit: 'Duplicate',
  },
  {
    name: 'app settings',
    path: ofApp('settings'),
    fields: { 'Session lifetime': '3600' },
    submit: 'Save changes',
  },
  {
    name: 'redirect origins',
    path: ofApp('settings'),
    open: press('Add origin'),
    fields: { 'Origin 1': 'https://shop.example' },
    submit: 'Save changes',
  },
  { name: 'branding', path: ofApp('branding'), fields: { Name: 'Aurora' }, submit: 'Save changes' },
  { name: 'login method', path: ofApp('login-methods/google'), fields: { 'Client ID': 'client' }, submit: 'Save' },
  {
    name: 'add OpenID connection',
    path: ofApp('single-sign-on/new'),
    fields: {
      Name: 'Acme',
      Key: 'acme',
      Issuer: 'https://login.acme.example',
      'Client ID': 'client',
      'Client secret': 'secret',
    },
    submit: 'Add connection',
  },
  {
    name: 'add API resource',
    path: ofApp('oidc-resources/new'),
    fields: {
      Name: 'Notes',
      Address: 'https://notes.example/mcp',
      Scope: 'notes.read',
      'Description for users': 'Read your notes',
    },
    submit: 'Add API resource',
  },
  {
    name: 'create read key',
    path: ofApp('api-keys'),
    open: press('Create read key'),
    fields: { Name: 'Ranking' },
    submit: 'Create read key',
  },
  {
    name: 'rotate read key',
    path: ofApp('api-keys'),
    open: choose('Actions of Ranking', 'Rotate'),
    submit: 'Rotate',
  },
  {
    name: 'revoke read key',
    path: ofApp('api-keys'),
    open: choose('Actions of Ranking', 'Revoke'),
    fields: typed('Ranking'),
    submit: 'Revoke',
  },
  {
    name: 'policy of an app',
    path: ofApp('policy'),
    open: press('Add limit'),
    fields: { 'Per transaction': '1.5', 'In 24 hours': '10' },
    submit: 'Save changes',
  },
  {
    name: 'policy of a user',
    path: (subjects) => `${user(subjects)}/policy`,
    open: press('Add limit'),
    fields: { 'Per transaction': '0.5', 'In 24 hours': '1' },
    submit: 'Save changes',
  },
  {
    name: 'add dapp',
    path: () => '/content/dapps/new',
    fields: { Name: 'Rocket', Address: 'https://rocket.example' },
    submit: 'Add',
  },
  {
    name: 'edit dapp',
    path: ({ dappId }) => `/content/dapps/${dappId}`,
    fields: { Address: '/moon' },
    submit: 'Save',
  },
  { name: 'delete dapp', path: () => '/content/dapps', open: press('Delete: Staking'), submit: 'Delete' },
  {
    name: 'add game',
    path: () => '/content/games/new',
    fields: { Name: 'Chess', Address: 'https://chess.example' },
    submit: 'Add',
  },
  {
    name: 'edit game',
    path: ({ gameId }) => `/content/games/${gameId}`,
    fields: { Address: '/runner' },
    submit: 'Save',
  },
  { name: 'delete game', path: () => '/content/games', open: press('Delete: Runner'), submit: 'Delete' },
  {
    name: 'create admin',
    path: () => '/admins',
    open: press('Create admin'),
    fields: { Username: 'second', Password: secret, 'Your own password': adminCredentials.password },
    submit: 'Create admin',
  },
  {
    name: 'rename admin',
    path: () => '/admins',
    open: choose(ofOtherAdmin, 'Rename'),
    fields: { Username: 'companion' },
    submit: 'Rename',
  },
  {
    name: 'password of an admin',
    path: () => '/admins',
    open: choose(ofOtherAdmin, 'Set password'),
    fields: { 'Your own password': adminCredentials.password, Password: secret },
    submit: 'Set password',
  },
  {
    name: 'delete admin',
    path: () => '/admins',
    open: choose('Actions for companion', 'Delete admin'),
    fields: typed('companion'),
    submit: 'Delete admin',
  },
  {
    name: 'end a session of a user',
    path: (subjects) => `${user(subjects)}/sessions`,
    open: (page) =>
      page
        .getByRole('button', { name: /^End session: / })
        .first()
        .click(),
    submit: 'End session',
  },
  {
    name: 'end all sessions of a user',
    path: user,
    open: choose('More actions', 'End all sessions'),
    submit: 'End all sessions',
  },
  {
    name: 'external ID of a user',
    path: user,
    open: (page) => page.getByRole('button', { name: /external ID/i }).click(),
    fields: { 'External ID': 'partner-1' },
    submit: 'Save',
  },
  {
    name: 'password of a user',
    path: user,
    open: choose('More actions', 'Set a new password'),
    fields: { 'New password': secret },
    submit: 'Set a new password',
  },
  { name: 'disable user', path: user, open: press('Disable'), submit: 'Disable' },
  { name: 'enable user', path: user, open: press('Enable'), submit: 'Enable' },
  {
    name: 'delete user',
    path: user,
    open: choose('More actions', 'Delete user'),
    fields: typed('ada.lovelace'),
    submit: 'Delete user',
  },
  {
    name: 'delete app',
    path: ofApp('settings'),
    open: press('Delete app'),
    fields: typed('Forms'),
    submit: 'Delete app',
  },
  { name: 'rotate the key-encryption key', path: () => '/keys', open: press('Rotate'), submit: 'Rotate' },
  { name: 'use another key-encryption key', path: () => '/keys', open: press('Use'), submit: 'Use' },
  { name: 'rotate the signing key', path: () => '/signing-keys', open: press('Rotate'), submit: 'Rotate' },
  {
    name: 'own password',
    path: () => '/account/password',
    fields: {
      'Current password': adminCredentials.password,
      'New password': adminCredentials.password,
      'Repeat password': adminCredentials.password,
    },
    submit: 'Change password',
  },
]

/** A form as it is on the page, also while a dialog is over it. */
export const formOn = (page: Page, { submit }: ConsoleForm): Locator =>
  page.locator('form').filter({ has: page.locator('button[type=submit]', { hasText: submit }) })

/** Opens a form, fills it in and returns it. */
export const fillIn = async (page: Page, form: ConsoleForm): Promise<Locator> => {
  const shown = formOn(page, form)
  await form.open?.(page)
  await shown.waitFor()
  for (const [label, value] of Object.entries(form.fields ?? {}))
    await shown.getByLabel(label, { exact: true }).fill(value)
  return shown
}
