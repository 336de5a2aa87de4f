import type { FastifyInstance, FastifyReply } from 'fastify'
import { formOf, queryOf } from './http.ts'
import { html, page, peopleForm } from './page.ts'
import { personBySlug } from './state.ts'
import type { State } from './model.ts'
import { bots, browserHosts, initData, widgetData, type Bot } from './telegram-sign.ts'

const COLOUR = '#229ed9'
const WIDGET = `/${browserHosts.telegramOauth}/auth`

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const refuse = (reply: FastifyReply, words: string) => reply.code(400).type('text/plain').send(words)

const launchPage = (state: State, owner: string, url: string): string =>
  page({
    title: 'Open as a Telegram mini app',
    colour: COLOUR,
    body: html`<h1>Open as a Telegram mini app</h1>
      <p>
        Choose who opens <code>${url}</code> from the bot
        <code>@${bots[owner === 'foreign' ? 'foreign' : 'own'].username}</code>.
      </p>
      ${peopleForm({ action: '/telegram/launch', people: state.people, fields: { bot: owner, url } })}`,
  })

/**
 * The fragment that Telegram's web client adds to the page's address:
 * https://docs.telegram-mini-apps.com/platform/launch-parameters
 */
const launchFragment = (data: string): string =>
  new URLSearchParams({
    tgWebAppData: data,
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'web',
    tgWebAppThemeParams: '{}',
  })
    .toString()
    .replaceAll('+', '%20')

const mountLauncher = (app: FastifyInstance, state: State): void => {
  app.get('/telegram/launch', (request, reply) => {
    const query = queryOf(request)
    const url = query.get('url') ?? ''
    if (!isWeb(url)) return refuse(reply, 'Name the page: /telegram/launch?bot=own&url=http://localhost:3000/')
    return reply.type('text/html').send(launchPage(state, query.get('bot') ?? 'own', url))
  })
  app.post('/telegram/launch', (request, reply) => {
    const form = formOf(request)
    const person = personBySlug(state, form.get('person'))
    const url = form.get('url') ?? ''
    if (!person || !isWeb(url)) return refuse(reply, 'Choose a person and a page')
    const bot = bots[form.get('bot') === 'foreign' ? 'foreign' : 'own']
    return reply.redirect(`${url.split('#')[0]}#${launchFragment(initData(state, person, { bot }))}`, 303)
  })
}

const widgetPage = (state: State, bot: Bot, fields: Record<string, string>): string =>
  page({
    title: 'Log in with Telegram',
    colour: COLOUR,
    body: html`<h1>Log in with Telegram</h1>
      <p>The bot <code>@${bot.username}</code> asks to sign you in at <code>${fields.return_to ?? ''}</code>.</p>
      ${peopleForm({ action: WIDGET, people: state.people, fields, cancel: true })}`,
  })

/** Numbers where Telegram has numbers, as the widget's script expects. */
const authResult = (state: State, slug: string | null, bot: Bot): string => {
  const person = personBySlug(state, slug)
  if (!person) return Buffer.from('false').toString('base64url')
  const data = widgetData(state, person, { bot })
  const result = { ...data, id: Number(data.id), auth_date: Number(data.auth_date) }
  return Buffer.from(JSON.stringify(result)).toString('base64url')
}

/** The parameters of the widget's window, in its address and in the form. */
const widgetRequest = (parameters: URLSearchParams) => {
  const bot = Object.values(bots).find(({ id }) => String(id) === parameters.get('bot_id'))
  const origin = parameters.get('origin') ?? ''
  const returnTo = parameters.get('return_to') ?? origin
  return { bot, origin, returnTo, sound: isWeb(returnTo) && new URL(returnTo).origin === origin }
}

/** The Login Widget's window: https://core.telegram.org/widgets/login */
const mountWidget = (app: FastifyInstance, state: State): void => {
  app.get(WIDGET, (request, reply) => {
    const { bot, origin, returnTo, sound } = widgetRequest(queryOf(request))
    if (!bot) return refuse(reply, 'Bot id required')
    if (!sound) return refuse(reply, 'Bot domain invalid')
    const fields = { bot_id: String(bot.id), origin, return_to: returnTo }
    return reply.type('text/html').send(widgetPage(state, bot, fields))
  })
  app.post(WIDGET, (request, reply) => {
    const form = formOf(request)
    const { bot, returnTo, sound } = widgetRequest(form)
    if (!bot || !sound) return refuse(reply, 'Bot domain invalid')
    return reply.redirect(`${returnTo.split('#')[0]}#tgAuthResult=${authResult(state, form.get('person'), bot)}`, 303)
  })
}

/** Serves the page that opens a mini-app and the Login Widget's page. */
export const mountTelegramPages = (app: FastifyInstance, state: State): void => {
  mountLauncher(app, state)
  mountWidget(app, state)
}
