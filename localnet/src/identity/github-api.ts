import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticated, type Client, type Pair } from './clients.ts'
import { accessOf, overridden } from './exchange.ts'
import { basicOf, bearerOf, formOf } from './http.ts'
import { type Person, stable } from './people.ts'
import { base } from './state.ts'
import type { Access, State } from './model.ts'

/** What the API shares with GitHub's login. */
interface Shared {
  hosts: Record<'github' | 'githubApi' | 'githubAvatars', string>
  clients: Pair<Client>
  subject: (person: Person) => number
}

const failure = (reply: FastifyReply, status: number, message: string, page: string) =>
  reply.code(status).send({ message, documentation_url: `https://docs.github.com/rest${page}`, status: String(status) })

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const user = (state: State, { hosts, subject }: Shared, { person, overrides }: Access) => {
  const login = person.username.replace('_', '-')
  return overridden(
    {
      login,
      id: subject(person),
      node_id: Buffer.from(`04:User${subject(person)}`).toString('base64'),
      avatar_url: `${base(state, hosts.githubAvatars)}/u/${subject(person)}?v=4`,
      gravatar_id: '',
      url: `${base(state, hosts.githubApi)}/users/${login}`,
      html_url: `${base(state, hosts.github)}/${login}`,
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
const emails = ({ subject }: Shared, { person, overrides }: Access) => [
  overridden(
    { email: person.email, primary: true, verified: true, visibility: person.hidesEmail ? 'private' : 'public' },
    overrides,
  ),
  {
    email: `${subject(person)}+${person.username.replace('_', '-')}@users.noreply.github.com`,
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

const listEmails = (shared: Shared, access: Access, reply: FastifyReply): object =>
  access.scopes.includes('user:email') || access.scopes.includes('user')
    ? emails(shared, access)
    : failure(reply, 404, 'Not Found', '/users/emails#list-email-addresses-for-the-authenticated-user')

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

const authorization = (state: State, shared: Shared, token: string, access: Access) => ({
  id: shared.subject(access.person),
  url: `${base(state, shared.hosts.githubApi)}/authorizations/${shared.subject(access.person)}`,
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
  user: user(state, shared, access),
})

interface TokenRoute {
  Params: { clientId: string }
}

/** https://docs.github.com/en/rest/apps/oauth-applications#check-a-token: 404 for the token of another client. */
const checkToken = (state: State, shared: Shared, request: FastifyRequest<TokenRoute>, reply: FastifyReply) => {
  const { clientId } = request.params
  const basic = basicOf(request)
  const client = authenticated(shared.clients, basic?.id, basic?.secret)
  if (!client) return failure(reply, 401, 'Bad credentials', '')
  const token = formOf(request).get('access_token') ?? ''
  const access = accessOf(state, 'github', token)
  if (client.clientId !== clientId || access?.client.clientId !== clientId)
    return failure(reply, 404, 'Not Found', '/apps/oauth-applications#check-a-token')
  return authorization(state, shared, token, access)
}

/** https://docs.github.com/en/rest */
export const mountGithubApi = (app: FastifyInstance, state: State, shared: Shared): void => {
  const api = `/${shared.hosts.githubApi}`
  app.get(
    `${api}/user`,
    withAccess(state, (access) => user(state, shared, access)),
  )
  app.get(
    `${api}/user/emails`,
    withAccess(state, (access, reply) => listEmails(shared, access, reply)),
  )
  app.post<TokenRoute>(`${api}/applications/:clientId/token`, (request, reply) =>
    checkToken(state, shared, request, reply),
  )
}
