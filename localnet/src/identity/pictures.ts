import type { FastifyInstance } from 'fastify'
import type { State } from './model.ts'
import { picture } from './png.ts'
import { allStandIns } from './registry.ts'

/** Serves the pictures at the addresses that the providers answer. */
export const mountPictures = (app: FastifyInstance, state: State): void => {
  const places = allStandIns.flatMap(({ pictures = {} }) => Object.entries(pictures))
  for (const [place, owns] of places)
    app.get<{ Params: { '*': string } }>(`/${place}/*`, (request, reply) => {
      const person = state.people.find((one) => owns(one, request.params['*']))
      if (!person) return reply.code(404).type('text/plain').send('Not found')
      return reply.type('image/png').send(picture(person.colour))
    })
}
