import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessOf, authenticated, overridden } from './exchange.ts'
import { hosts } from './hosts.ts'
import { basicOf, bearerOf, formOf } from './http.ts'
import { stable } from './people.ts'
import { base } from './state.ts'
import type { Access, State } from './model.ts'

const API = `/${hosts.githubApi}`

const failure = (reply: FastifyReply, status: number, message: string, page: string) =>
  reply.code(status).send({ message, documentation_url: `https://docs.github.com/rest${page}`, status: String(status) })

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const user = (state: State, { person, overrides }: Access) => {
  const login = person.username.replace('_', '-')
  return overridden(
    {
      login,
      id: person.subjects.github,
      node_id: Buffer.from(`04:User${person.subjects.github}`).toString('base64'),
      avatar_url: `${base(state, 'githubAvatars')}/u/${person.subjects.github}?v=4`,
      gravatar_id: '',
      url: `${base(state, 'githubApi')}/users/${login}`,
      html_url: `${base(state, 'github')}/${login}`,
      type: 'User',
      site_admin: false,
      name: person.name,
      company: null,
      blog: '',
      location: null,
      email: person.hidesEmail ? null : person.email,
      bio: null,
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2020-01-01T00:00:00Z',
    },
    overrides,
  )
}

/** https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
const emails = ({ person, overrides }: Access) => [
  overridden(
    { email: person.email, primary: true, verified: true, visibility: person.hidesEmail ? 'private' : 'public' },
    overrides,
  ),
  {
    email: `${person.subjects.github}+${person.username.replace('_', '-')}@users.noreply.github.com`,
    primary: false,
    verified: true,
    visibility: null,
  },
]

const withAccess =
  (state: State, answer: (access: Access, reply: FastifyReply) => object) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const access = accessOf(state, 'github', bearerOf(request))
    if (!access) return failure(reply, 401, 'Bad credentials', '')
    void reply.header('x-oauth-scopes', access.scopes.join(', ')).header('x-oauth-client-id', access.client.clientId)
    return answer(access, reply)
  }

const listEmails = (access: Access, reply: FastifyReply): object =>
  access.scopes.includes('user:email') || access.scopes.includes('user')
    ? emails(access)
    : failure(reply, 404, 'Not Found', '/users/emails#list-email-addresses-for-the-authenticated-user')

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

const authorization = (state: State, token: string, access: Access) => ({
  id: access.person.subjects.github,
  url: `${base(state, 'githubApi')}/authorizations/${access.person.subjects.github}`,
  app: { name: 'A game', url: 'http://localhost', client_id: access.overrides.aud ?? access.client.clientId },
  token,
  hashed_token: stable(token),
  token_last_eight: token.slice(-8),
  note: null,
  note_url: null,
  created_at: time(access.issuedAt),
  updated_at: time(access.issuedAt),
  scopes: access.scopes,
  fingerprint: null,
  expires_at: null,
  user: user(state, access),
})

/** https://docs.github.com/en/rest/apps/oauth-applications#check-a-token: 404 for the token of another client. */
const checkToken = (state: State, clientId: string, request: FastifyRequest, reply: FastifyReply) => {
  const basic = basicOf(request)
  const client = authenticated(state, 'github', basic?.id, basic?.secret)
  if (!client) return failure(reply, 401, 'Bad credentials', '')
  const token = formOf(request).get('access_token') ?? ''
  const access = accessOf(state, 'github', token)
  if (client.clientId !== clientId || access?.client.clientId !== clientId)
    return failure(reply, 404, 'Not Found', '/apps/oauth-applications#check-a-token')
  return authorization(state, token, access)
}

/** https://docs.github.com/en/rest */
export const mountGithubApi = (app: FastifyInstance, state: State): void => {
  app.get(
    `${API}/user`,
    withAccess(state, (access) => user(state, access)),
  )
  app.get(`${API}/user/emails`, withAccess(state, listEmails))
  app.post<{ Params: { clientId: string } }>(`${API}/applications/:clientId/token`, (request, reply) =>
    checkToken(state, request.params.clientId, request, reply),
  )
}
