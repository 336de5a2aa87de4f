import webhooks from './en/webhooks.json'

/** The English messages of an app's webhooks, which are loaded with the first screen that has them. */
export const webhooksEnglish = { ...webhooks }
