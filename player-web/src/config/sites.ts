import type { PlayerConfig } from '@openauth/client'

type Site = PlayerConfig['content']
type Place = Pick<Location, 'hostname' | 'origin'>

const isLocal = ({ hostname }: Place): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname)

/** The content service: the staging one on development and local hosts, unless the address has `strapi=prod`. */
export const contentBase = ({ url, stagingUrl }: Site, place: Place, query: URLSearchParams): string => {
  const isStaging = (place.hostname.includes('dev') || isLocal(place)) && query.get('strapi') !== 'prod'
  return (isStaging ? stagingUrl : url).replace(/\/+$/, '')
}

/** The Odyssey site: the staging one where the page's origin contains `dev`. */
export const odysseyTaskUrl = ({ url, stagingUrl }: Site, { origin }: Place): string => {
  const base = origin.includes('dev') ? stagingUrl : url
  return `${base.replace(/\/+$/, '')}/task/play-on-sonicx`
}
