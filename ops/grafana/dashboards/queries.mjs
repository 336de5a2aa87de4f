// The parts of a dashboard's data, and its queries.

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} [help] what a reader should know of it
 * @property {string} unit Grafana's name: https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options/
 * @property {[expr: string, legend: string][]} queries
 * @property {'timeseries' | 'stat' | 'table'} [type]
 * @property {number} [width] of 24
 */

/**
 * @typedef {object} Dashboard
 * @property {string} uid
 * @property {string} title
 * @property {{ title: string, panels: Panel[] }[]} rows
 */

const of = '{job=~"$job",instance=~"$instance"}'

/** A metric of the chosen servers, with more of its labels. @param {string} name @param {string} [labels] */
export const own = (name, labels) => `${name}${labels ? of.replace('}', `,${labels}}`) : of}`

/** Per second, over the time that fits the picture. @param {string} name @param {string} [labels] */
export const rate = (name, labels) => `rate(${own(name, labels)}[$__rate_interval])`

/** @param {number} part @param {string} histogram @param {string} [by] @param {string} [labels] */
export const quantile = (part, histogram, by = '', labels) =>
  `histogram_quantile(${part}, sum by (le${by && `, ${by}`}) (${rate(`${histogram}_bucket`, labels)}))`
