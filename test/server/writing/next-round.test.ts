import { sqliteDatabases } from '../../store/databases.ts';
import { nextRoundContract } from './next-round-contract.ts';

nextRoundContract(sqliteDatabases());
