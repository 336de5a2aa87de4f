import {
  type Client,
  createClient,
  type Endpoint,
  endpoints,
  type Example,
  fetchTransport,
  listRoutes,
} from '@openauth/client'

const operationIds = new Map<Endpoint, string>(
  listRoutes<Endpoint>(endpoints).map(({ group, verb, route }) => [route, `${group}.${verb}`]),
)

const isEmptyList = ({ answer }: Example): boolean => Array.isArray(answer['data']) && answer['data'].length === 0

export interface Recorder {
  /** The typed client of a server, whose calls are recorded; of a page, with the origin that its browser sends. */
  as: (url: string, origin?: string) => (token?: string) => Client
  /** The first call of each operation; the first that lists something, where it lists. */
  calls: Map<string, Example>
}

const fromOrigin =
  (origin: string) =>
  (address: string, init: RequestInit): Promise<Response> =>
    fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), origin } })

export const createRecorder = (): Recorder => {
  const calls: Recorder['calls'] = new Map()
  const note = (endpoint: Endpoint, example: Example) => {
    const id = operationIds.get(endpoint)!
    const before = calls.get(id)
    if (!before || (isEmptyList(before) && !isEmptyList(example))) calls.set(id, example)
  }
  return {
    calls,
    as: (url, origin) => (token) => {
      const transport = fetchTransport({
        baseUrl: url,
        token: () => token,
        ...(origin === undefined ? {} : { fetch: fromOrigin(origin) }),
      })
      return createClient(async (endpoint, input, options) => {
        const answer = await transport(endpoint, input, options)
        note(endpoint, { input: { ...input }, answer: answer as Example['answer'] })
        return answer
      })
    },
  }
}
