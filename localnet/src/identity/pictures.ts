import type { FastifyInstance } from 'fastify'
import { hosts } from './hosts.ts'
import { linePicture, stable, type Person } from './people.ts'
import { picture } from './png.ts'
import type { State } from './model.ts'

/** The paths of each provider's pictures, and whether a path is a person's. */
const places: Record<string, (person: Person, path: string) => boolean> = {
  [`${hosts.googleUserContent}/a`]: ({ slug }, path) => path.startsWith(`${slug}=`),
  [`${hosts.discordCdn}/avatars`]: ({ slug, subjects }, path) =>
    path === `${subjects.discord}/${stable('discord avatar', slug).slice(0, 32)}.png`,
  [`${hosts.twitterImages}/profile_images`]: ({ subjects }, path) => path.startsWith(`${subjects.twitter}/`),
  [`${hosts.tiktokImages}/tos-maliva-avt-0068`]: ({ slug }, path) => path.startsWith(`${slug}~`),
  [`${hosts.githubAvatars}/u`]: ({ subjects }, path) => path === String(subjects.github),
  [`${hosts.huggingface}/avatars`]: ({ slug }, path) => path === `${slug}.png`,
  [hosts.lineImages]: ({ slug }, path) => path === linePicture(slug),
  't.me/i/userpic/320': ({ slug }, path) => path === `${slug}.png`,
}

/** Serves the pictures at the addresses that the providers answer. */
export const mountPictures = (app: FastifyInstance, state: State): void => {
  for (const [place, owns] of Object.entries(places))
    app.get<{ Params: { '*': string } }>(`/${place}/*`, (request, reply) => {
      const person = state.people.find((one) => owns(one, request.params['*']))
      if (!person) return reply.code(404).type('text/plain').send('Not found')
      return reply.type('image/png').send(picture(person.colour))
    })
}
