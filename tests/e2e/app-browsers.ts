/** What the browsers inside other apps call themselves. */
export const userAgents = {
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B91 ' +
    'Instagram 412.0.0.17.88 (iPhone17,1; iOS 19_1; en_AU; scale=3.00)',
  Facebook:
    'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/142.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/540.0.0.43.113;]',
  TikTok:
    'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/142.0.0.0 Mobile Safari/537.36 trill_420103 BytedanceWebview/d8a21c6',
};
export type AppName = keyof typeof userAgents;
export const appNames = Object.keys(userAgents) as AppName[];
