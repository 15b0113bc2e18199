import { nothing } from './not-there.mjs';

export default nothing;
