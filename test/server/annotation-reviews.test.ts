import { sqliteDatabases } from '../store/databases.ts';
import { annotationReviewsContract } from './annotation-reviews-contract.ts';

annotationReviewsContract(sqliteDatabases());
