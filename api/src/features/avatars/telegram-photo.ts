import * as z from 'zod'
import type { Outbound } from '../../lib/outbound.ts'
import { ProviderUnavailableError } from '../../lib/provider-errors.ts'
import { isBotToken } from '../../lib/telegram/bot-token.ts'

const Photos = z.object({
  result: z.object({ photos: z.array(z.array(z.object({ file_id: z.string(), width: z.number() }))) }),
})
const File = z.object({ result: z.object({ file_path: z.string().regex(/^(?!.*\.\.)[\w./-]{1,255}$/) }) })

/** The least width of the photo, in pixels; the largest size is taken where all are smaller. */
const MIN_WIDTH = 256

/**
 * A user's photo as the bot may see it; undefined where there is none, or the bot's token is not valid. The token is
 * part of each address, so that errors are replaced by ones without it.
 * https://core.telegram.org/bots/api#getuserprofilephotos, https://core.telegram.org/bots/api#getfile
 */
export const fetchTelegramPhoto = async (
  outbound: Outbound,
  telegramApi: string,
  token: string,
  telegramId: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> => {
  if (!isBotToken(token)) return undefined
  const fetchOk = async (path: string): Promise<Response | undefined> => {
    const response = await outbound(`${telegramApi}${path}`, { signal })
    return response.ok ? response : undefined
  }
  const method = async <S extends z.ZodType>(name: string, query: Record<string, string>, answer: S) => {
    const response = await fetchOk(`/bot${token}/${name}?${new URLSearchParams(query).toString()}`)
    return response && answer.parse(await response.json())
  }
  try {
    const found = await method('getUserProfilePhotos', { user_id: telegramId, limit: '1' }, Photos)
    const sizes = found?.result.photos[0]?.toSorted((a, b) => a.width - b.width)
    const photo = sizes?.find(({ width }) => width >= MIN_WIDTH) ?? sizes?.at(-1)
    if (!photo) return undefined
    const file = await method('getFile', { file_id: photo.file_id }, File)
    const response = file && (await fetchOk(`/file/bot${token}/${file.result.file_path}`))
    return response && new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    // The cause and other messages are dropped: they may quote the request and the response.
    const reason = error instanceof ProviderUnavailableError ? error.message : 'Telegram answered in another form'
    // oxlint-disable-next-line preserve-caught-error
    throw new Error(reason.replaceAll(token, '…'))
  }
}
