/** What is said where no page is shown yet. */
export const app = {
  title: '升级',
  loading: '正在打开……',
  broken: '这一页没能打开。',
  reload: '再试一次',
  retry: '再试一次',
  here: '在这台设备上接着打',
  missing: '没有这一页。网址也许抄错了。',
  home: '回到大厅',
};
